/** Answers that break the rules of HTTP, and documents that break those of HTML. */
import { HOSTS } from '../hosts.ts';
import { Random } from '../language/random.ts';
import { esc } from '../markup.ts';
import type { SampleSite, SiteContext } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { index, page, raw, send } from './answer.ts';

export function malformedHttp(): SampleSite {
  const site = new SiteBuilder(HOSTS.broken, {
    name: 'Malformado',
    language: 'pt-BR',
    quirks: [
      'wrong Content-Length',
      'bad status lines',
      'invalid headers',
      'bad chunks',
      'no headers at all',
    ],
  });
  const body = '<html><head><title>Malformado</title></head><body><p>Conteúdo.</p></body></html>';
  const length = Buffer.byteLength(body, 'latin1');
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-1\r\nConnection: close\r\n';
  const answers: Readonly<Record<string, string | Buffer>> = {
    'tamanho-maior': `${head}Content-Length: ${length + 500}\r\n\r\n${body}`,
    'tamanho-menor': `${head}Content-Length: 20\r\n\r\n${body}`,
    'tamanho-negativo': `${head}Content-Length: -5\r\n\r\n${body}`,
    'tamanho-palavra': `${head}Content-Length: muito\r\n\r\n${body}`,
    'dois-tamanhos': `${head}Content-Length: ${length}\r\nContent-Length: ${length + 1}\r\n\r\n${body}`,
    'tamanho-e-pedacos': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    'pedaco-invalido': `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n`,
    'pedaco-sem-fim': `${head}Transfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${body}\r\n`,
    'cabecalho-com-espaco': `${head}Nome Errado: valor\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'cabecalho-sem-dois-pontos': `${head}isto nao e um cabecalho\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'cabecalho-nulo': `${head}X-Nulo: a\u0000b\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'cabecalho-latin1': `${head}X-Cidade: São João\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'cabecalho-dobrado': `${head}X-Dobrado: um\r\n dois\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'cabecalho-enorme': `${head}X-Enorme: ${'a'.repeat(200_000)}\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'so-lf': `HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: ${length}\n\n${body}`,
    'estado-999': `HTTP/1.1 999 Talvez\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
    'estado-palavra': `HTTP/1.1 duzentos OK\r\n\r\n${body}`,
    'versao-estranha': `HTTP/9.9 200 OK\r\n\r\n${body}`,
    'sem-cabecalho': body,
    'so-lixo': Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 37) & 0xff)),
    vazio: '',
    'cem-continua': `HTTP/1.1 100 Continue\r\n\r\n${head}Content-Length: ${length}\r\n\r\n${body}`,
    'tipo-invalido': `HTTP/1.1 200 OK\r\nContent-Type: ;;;charset\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
    'charset-inventado': `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=marciano-8\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
  };
  site.page('/', {
    kind: 'home',
    title: 'Malformado',
    html: () =>
      index(
        'Malformado',
        Object.keys(answers).map((k) => [`/${k}`, k] as const),
      ),
  });
  site.respond((x) => {
    const answer = answers[x.path.slice(1)];
    return answer === undefined ? false : raw(x, answer);
  });
  return site.build();
}

/** Links as they are found in the wild; most of them cannot be fetched, some must not be. */
const WILD_LINKS: readonly string[] = [
  '',
  '#',
  '?',
  '.',
  '..',
  '/',
  '//',
  '///',
  '////a',
  'http:',
  'http:/',
  'http://',
  'http:///',
  'http:////www.exemplo.com.br',
  'http//www.exemplo.com.br',
  'htpp://www.exemplo.com.br',
  'http;//www.exemplo.com.br',
  'http://http://www.exemplo.com.br',
  'http:\\\\www.exemplo.com.br\\a',
  'www.exemplo.com.br/pagina',
  ' http://www.exemplo.com.br/ ',
  'http://www.exemplo.com.br:99999/',
  'http://www.exemplo.com.br:abc/',
  'http://exemplo com.br/',
  'http://.exemplo.com.br/',
  'http://exemplo..com.br/',
  'http://-exemplo.com.br/',
  'http://user:senha@www.exemplo.com.br/',
  'http://www.exemplo.com.br/%',
  'http://www.exemplo.com.br/%zz',
  'http://www.exemplo.com.br/%00',
  'http://www.exemplo.com.br/a b',
  'http://www.exemplo.com.br/ação?ã=õ',
  'http://café.com.br/',
  'http://xn--caf-dma.com.br/',
  'http://[::1]/',
  'http://[::1',
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://localhost/',
  'http://10.0.0.1/',
  'ftp://ftp.exemplo.com.br/a.zip',
  'mailto:ana@exemplo.com.br',
  'tel:+5531999990000',
  'javascript:void(0)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,ola',
  'file:///etc/passwd',
  'about:blank',
  'whatsapp://send?text=oi',
  'http://www.exemplo.com.br/{{produto.url}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that nobody filled is the point
  '${url}',
  '<%= link %>',
  '[object Object]',
  'http://www.exemplo.com.br/undefined',
  'http://bit.ly/abc',
  'https://www.facebook.com/sharer/sharer.php?u=x',
  'https://validator.w3.org/check?uri=referer',
  'http://www.exemplo.com.br/index.php?PHPSESSID=0123456789abcdef0123456789abcdef',
  'http://www.exemplo.com.br/a;jsessionid=ABC?x=1',
  'http://WWW.EXEMPLO.COM.BR/Caixa',
  'http://www.exemplo.com.br:80/',
  'http://www.exemplo.com.br/a/../../b',
  'http://www.exemplo.com.br/./a/./',
  'http://www.exemplo.com.br/#meio',
  '/a'.repeat(3000),
  'http://'.concat('a'.repeat(300), '.com.br/'),
  'http://www.exemplo.com.br/\u0000',
  'http://www.exemplo.com.br/\ud800',
  '\u202ehttp://www.exemplo.com.br/',
  'http://www.exemplo.com.br/a\tb\nc',
];

export function malformedHtml(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.markup, {
    name: 'Emaranhado',
    language: 'pt-BR',
    encodings: ['gzip'],
    quirks: [
      '100,000 nested elements',
      'misnested formatting and tables',
      'unclosed everything',
      'hostile titles',
      'malformed links',
      'UTF-16, binary and empty documents',
    ],
  });
  const random = new Random(context.seed, 'binary');
  const documents: Readonly<Record<string, () => string | Buffer>> = {
    profundo: () => `<title>Profundo</title>${'<div>'.repeat(100_000)}fundo${'</div>'.repeat(100_000)}`,
    'sem-fechar': () =>
      '<title>Sem fechar<body><p>Um<p>Dois<li>Três<td>Quatro<b>Cinco<i>Seis<a href=/normal>Sete',
    formatacao: () =>
      page(
        'Formatação',
        '<p>1<b>2<i>3<p>4</b>5</i>6</p><a href="/normal">x<a href="/normal">y</a><font><p>z</font>',
      ),
    tabelas: () =>
      page(
        'Tabelas',
        '<table><p>fora<tr><div>dentro<td>célula<table><td>outra</table></tr>texto<a href="/normal">perdido</a></table>',
      ),
    comentario: () => '<title>Comentário</title><p>antes</p><!-- nunca fecha <a href="/nunca">x</a>',
    script: () =>
      '<title>Script</title><p>antes</p><script>var a = "<!--<script>"; document.write("<a href=/nunca>")',
    'titulo-hostil': () =>
      page(
        '<script>alert(1)</script> "aspas" & <img src=x onerror=alert(1)>',
        '<p>O título acima é apenas texto.</p>',
      ),
    base: () =>
      '<base href="javascript:alert(1)"><base href="http://[">\n<title>Base</title><a href="normal">relativo</a>',
    ligacoes: () => page('Ligações', WILD_LINKS.map((l) => `<a href="${esc(l)}">ligação</a>`).join('\n')),
    atributos: () =>
      page('Atributos', `<a href=/normal href=/outra class="a"b'c"=d <p ${'x '.repeat(5000)}>ok</p>`),
    entidades: () =>
      page(
        'Entidades',
        '<p>&ccedil;&atilde;o &naoexiste; &#0; &#xD800; &#x110000; &#99999999999; &amp &lt &copy2024</p>',
      ),
    nulos: () => page('Nulos', '<p>a\u0000b</p><a href="/nor\u0000mal">x</a>'),
    utf16: () =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(page('Codificação de dezesseis bits', '<p>Não é comum, mas acontece.</p>'), 'utf16le'),
      ]),
    binario: () => Buffer.from(Array.from({ length: 4096 }, () => random.int(0, 255))),
    vazio: () => '',
    'utf8-partido': () =>
      Buffer.concat([
        Buffer.from('<title>Partido</title><p>coração'),
        Buffer.from([0xc3]),
        Buffer.from('</p>'),
        Buffer.from([0xe2, 0x82]),
      ]),
    moldura: () =>
      '<html><head><title>Molduras</title></head><frameset cols="50%,50%"><frame src="/normal"><frame src="/normal?b"></frameset></html>',
    svg: () => page('SVG', '<svg><a href="/normal"><p>saiu</svg><math><mi><p>fora</math>'),
  };
  site.page('/', {
    kind: 'home',
    title: 'Emaranhado',
    html: () =>
      index('Emaranhado', [
        ...Object.keys(documents).map((k) => [`/${k}`, k] as const),
        ['/normal', 'Normal'],
      ]),
  });
  site.page('/normal', {
    kind: 'article',
    title: 'Normal',
    html: () => page('Normal', '<p>Um documento bem formado no meio da confusão.</p>'),
  });
  const made = new Map<string, string | Buffer>();
  site.respond((x) => {
    const name = x.path.slice(1);
    const make = documents[name];
    if (make === undefined) return false;
    let body = made.get(name);
    if (body === undefined) made.set(name, (body = make()));
    return send(x, 200, body, name === 'utf16' ? { 'content-type': 'text/html' } : {});
  });
  return site.build();
}
