/**
 * The smallest collector that can check the sample web: breadth first, one request at a time, obeying
 * robots.txt, `nofollow` and meta robots. It shares nothing with the collector of the product on purpose.
 */
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received. */
  readonly raw: Buffer;
  /** Without the content encoding. */
  readonly body: Buffer;
}

export function get(port: number, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path: pathname + search,
        headers: { host, 'accept-encoding': 'gzip, br, deflate', ...headers },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (c: Buffer) => chunks.push(c));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const raw = Buffer.concat(chunks);
          const encoding = incoming.headers['content-encoding'];
          const body =
            encoding === 'gzip'
              ? gunzipSync(raw)
              : encoding === 'br'
                ? brotliDecompressSync(raw)
                : encoding === 'deflate'
                  ? inflateSync(raw)
                  : raw;
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, raw, body });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export interface Crawl {
  /** 200 and HTML or PDF. */
  readonly pages: Map<string, Answer>;
  readonly redirects: Set<string>;
  readonly missing: Set<string>;
  readonly files: Set<string>;
  readonly refused: Set<string>;
}

export async function crawl(port: number, seed: string): Promise<Crawl> {
  const { origin, host } = new URL(seed);
  const robots = await get(port, `${origin}/robots.txt`);
  const allows = robots.status === 200 ? rules(robots.body.toString('utf8')) : () => true;
  const out: Crawl = {
    pages: new Map(),
    redirects: new Set(),
    missing: new Set(),
    files: new Set(),
    refused: new Set(),
  };
  const queue = [seed];
  const seen = new Set(queue);
  const push = (href: string, base: string) => {
    if (!URL.canParse(href, base)) return;
    const url = new URL(href, base);
    if (url.host !== host || url.protocol !== 'http:') return;
    const key = clean(url);
    if (seen.has(key)) return;
    seen.add(key);
    queue.push(key);
  };
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (!allows(url.slice(origin.length))) {
      out.refused.add(url);
      continue;
    }
    const answer = await get(port, url);
    const type = answer.headers['content-type'] ?? '';
    if (answer.status >= 300 && answer.status < 400) {
      out.redirects.add(url);
      push(answer.headers.location ?? '', url);
    } else if (answer.status !== 200) out.missing.add(url);
    else if (type.startsWith('application/pdf')) out.pages.set(url, answer);
    else if (!type.startsWith('text/html')) out.files.add(url);
    else {
      out.pages.set(url, answer);
      const html = answer.body.toString('latin1');
      const meta = /<meta[^>]+name="robots"[^>]*content="([^"]*)"/i.exec(html)?.[1] ?? '';
      if (/nofollow/i.test(meta)) continue;
      const base = /<base[^>]+href="([^"]+)"/i.exec(html)?.[1];
      for (const [, attributes] of html.matchAll(/<a\s([^>]*)>/gi)) {
        if (/rel="[^"]*nofollow/.test(attributes!)) continue;
        const href = /href=(?:"([^"]*)"|([^\s>]+))/i.exec(attributes!);
        if (href !== null)
          push(
            (href[1] ?? href[2]!).replaceAll('&amp;', '&'),
            base === undefined ? url : new URL(base, url).href,
          );
      }
    }
  }
  return out;
}

function clean(url: URL): string {
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=\w+/, '');
  for (const name of [...url.searchParams.keys()])
    if (/^(phpsessid|sid|utm_\w+)$/i.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** The `*` group only: enough for these files. */
function rules(text: string): (path: string) => boolean {
  const list: { allow: boolean; length: number; pattern: RegExp }[] = [];
  let ours = false;
  let inAgents = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const [key, ...rest] = line.replace(/#.*/, '').split(':');
    const value = rest.join(':').trim();
    const name = key!.trim().toLowerCase();
    if (name === 'user-agent') {
      ours = (inAgents && ours) || value === '*';
      inAgents = true;
    } else if (name === 'allow' || name === 'disallow') {
      inAgents = false;
      if (!ours || value === '') continue;
      const source = value.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
      list.push({ allow: name === 'allow', length: value.length, pattern: new RegExp(`^${source}`) });
    }
  }
  return (path) => {
    const best = list
      .filter((r) => r.pattern.test(path))
      .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow))[0];
    return best?.allow ?? true;
  };
}
