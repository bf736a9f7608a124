/** Names that lead elsewhere than DNS says, as somebody asked for with `--connect-to`. */
import type { CrawlSettings } from '../../crawl/index.ts';
import type { Resolver } from '../../http/index.ts';

/** Undefined where names lead where DNS says. */
export async function connectingResolver(
  rules: readonly string[] = [],
  { allowPrivate }: Pick<CrawlSettings, 'allowPrivate'>,
): Promise<Resolver | undefined> {
  if (rules.length === 0) return undefined;
  const { ConnectToResolver, connectRule, DnsResolver } = await import('../../http/index.ts');
  return new ConnectToResolver(
    rules.map((rule) => connectRule(rule, allowPrivate)),
    new DnsResolver({ allowPrivate }),
  );
}
