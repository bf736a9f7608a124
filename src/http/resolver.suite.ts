/** What every `Resolver` must do. `make` gives one that knows a public name, a private one, and no others. */
import { expect, it } from 'vitest';
import { ResolveError, type Resolver } from './resolution.ts';

export interface ResolverSuite {
  make(): Resolver;
  /** A name that leads somewhere. */
  readonly known: string;
  /** A name that leads inside. */
  readonly inside: string;
  readonly now: number;
}

export function describeResolver({ make, known, inside, now }: ResolverSuite): void {
  const codeOf = async (hostname: string): Promise<string> => {
    const error = await make()
      .resolve(hostname, 80)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ResolveError);
    expect((error as ResolveError).hostname).toBe(hostname);
    return (error as ResolveError).code;
  };

  it('gives one and the same address for a name, good for some time', async () => {
    const resolver = make();
    const first = await resolver.resolve(known, 80);
    expect(first.address).toMatch(/^[\d.]+$|:/);
    expect(first.expires).toBeGreaterThan(now);
    expect(await resolver.resolve(known, 80)).toEqual(first);
  });

  it('rejects with its own error, by a code: a name that leads nowhere, a name that leads inside', async () => {
    expect(await codeOf('nao-existe.exemplo.br')).toBe('not-found');
    expect(await codeOf(inside)).toBe('private');
  });
}
