/** What the badly behaved sites share: a plain page, and ways to send it by hand. */
import { esc, items, link } from '../markup.ts';
import type { Answering } from '../site.ts';

export function page(title: string, body: string, head = ''): string {
  return `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title>${head}</head>
<body><h1>${esc(title)}</h1>
${body}
</body></html>
`;
}

export function index(title: string, links: readonly (readonly [href: string, text: string])[]): string {
  return page(
    title,
    `<p>Esta página existe para pôr à prova quem coleta a Web. Cada ligação leva a um comportamento diferente.</p>\n${items(links.map(([href, text]) => link(href, text)))}`,
  );
}

export function send(
  exchange: Answering,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): true {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  exchange.response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  });
  exchange.response.end(exchange.request.method === 'HEAD' ? undefined : bytes);
  return true;
}

/** Writes straight to the socket, past everything that would keep the answer well formed, and closes it. */
export function raw(exchange: Answering, bytes: string | Buffer): true {
  const socket = exchange.request.socket;
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  socket.end();
  return true;
}
