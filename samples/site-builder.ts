/** Puts a site together, resource by resource. */
import { type Charset, encode } from './charset.ts';
import type { SampleHost } from './hosts.ts';
import type { Answering, Reach, Resource, SampleSite, Trap, WrittenPage } from './site.ts';

export interface SiteOptions {
  readonly name: string;
  readonly language: 'pt-BR' | 'pt-PT';
  readonly quirks?: readonly string[];
  readonly encodings?: SampleSite['encodings'];
  readonly chunked?: boolean;
}

export interface PageOptions extends WrittenPage {
  readonly html: (at: Date) => string;
  readonly reach?: Reach;
  readonly headers?: Readonly<Record<string, string>>;
  /** The Content-Type header, when it is not the usual one for the charset. */
  readonly type?: string | null;
}

export class SiteBuilder {
  readonly host: SampleHost;
  readonly origin: string;
  readonly #options: SiteOptions;
  readonly #resources = new Map<string, Resource>();
  readonly #traps: Trap[] = [];
  #respond: ((exchange: Answering) => boolean) | undefined;

  constructor(host: SampleHost, options: SiteOptions) {
    this.host = host;
    this.origin = `http://${host.host}`;
    this.#options = options;
  }

  add(resource: Resource): void {
    if (this.#resources.has(resource.path)) throw new Error(`twice on ${this.host.host}: ${resource.path}`);
    this.#resources.set(resource.path, resource);
  }

  has(path: string): boolean {
    return this.#resources.has(path);
  }

  page(path: string, options: PageOptions): void {
    const { html, reach = 'page', headers = {}, type, ...facts } = options;
    const charset: Charset = facts.charset ?? 'utf-8';
    this.add({
      path,
      reach,
      status: 200,
      type: type === undefined ? `text/html; charset=${charset}` : type,
      headers,
      facts: { language: this.#options.language, declared: charset, ...facts, charset },
      render: (at) => encode(html(at), charset),
    });
  }

  /** A document that is not HTML, archived all the same. */
  pdf(path: string, facts: WrittenPage, render: () => Buffer): void {
    this.add({
      path,
      reach: 'page',
      status: 200,
      type: 'application/pdf',
      headers: {},
      facts: { language: this.#options.language, ...facts },
      render,
    });
  }

  file(
    path: string,
    type: string,
    reach: Reach,
    render: () => string | Buffer,
    headers: Record<string, string> = {},
  ): void {
    this.add({
      path,
      reach,
      status: 200,
      type,
      headers,
      facts: null,
      render: () => {
        const body = render();
        return typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
      },
    });
  }

  robots(text: string | Buffer, headers: Record<string, string> = {}): void {
    this.file('/robots.txt', 'text/plain; charset=utf-8', 'requisite', () => text, headers);
  }

  redirect(path: string, to: string, status = 301): void {
    this.add({
      path,
      reach: 'redirect',
      status,
      type: 'text/html; charset=utf-8',
      headers: { location: to },
      facts: null,
      render: () =>
        Buffer.from(`<!DOCTYPE html><title>Endereço alterado</title><p>Esta página mudou de endereço.</p>`),
    });
  }

  /** An address that pages link to and that is not there. */
  missing(path: string, status: 404 | 410 = 404): void {
    this.add({
      path,
      reach: 'missing',
      status,
      type: 'text/html; charset=utf-8',
      headers: {},
      facts: null,
      render: () =>
        Buffer.from(
          `<!DOCTYPE html>\n<html lang="pt"><head><meta charset="utf-8"><title>Página não encontrada</title></head><body><h1>Página não encontrada</h1><p>O endereço procurado não existe ou foi removido.</p></body></html>`,
        ),
    });
  }

  trap(trap: Trap): void {
    this.#traps.push(trap);
  }

  respond(handler: (exchange: Answering) => boolean): void {
    this.#respond = handler;
  }

  build(): SampleSite {
    return {
      host: this.host,
      name: this.#options.name,
      language: this.#options.language,
      quirks: this.#options.quirks ?? [],
      resources: this.#resources,
      encodings: this.#options.encodings ?? ['gzip'],
      chunked: this.#options.chunked ?? false,
      traps: this.#traps,
      ...(this.#respond === undefined ? {} : { respond: this.#respond }),
    };
  }
}
