/**
 * A newspaper made in 2004 and never redone: tables for layout, capital tags, unquoted attributes, dates only
 * in the text, numeric addresses. Its robots.txt does not exist.
 */
import { HOSTS } from '../hosts.ts';
import { longDate, shortDate, utc } from '../language/dates.ts';
import { STORY_BANKS } from '../language/story.ts';
import { esc, link } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { newsroom, related } from './newsroom.ts';

export function folhaDoPlanalto(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.folha, {
    name: 'Folha do Planalto',
    language: 'pt-BR',
    encodings: [],
    quirks: [
      'table layout',
      'capital tags and unquoted attributes',
      'dates only in visible text',
      'robots.txt is 404',
      'never compressed',
      'links to /index.html and to /',
    ],
  });
  const random = siteRandom(context, site.host);
  const stories = newsroom(random, {
    spelling: 'br',
    count: 24,
    newest: utc(2009, 11, 20, 11),
    path: (_, n) => `/noticia.php?id=${n}`,
  });
  const topics = STORY_BANKS.br.topics;

  const frame = (title: string, body: string) => `<HTML>
<HEAD><TITLE>${esc(title)}</TITLE>
<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=utf-8">
</HEAD>
<BODY BGCOLOR=#FFFFFF TEXT=#000000>
<TABLE WIDTH=760 BORDER=0 CELLPADDING=4 ALIGN=center>
<TR><TD COLSPAN=2 BGCOLOR=#003366><FONT COLOR=white SIZE=5><A HREF=/index.html>Folha do Planalto</A></FONT></TD></TR>
<TR VALIGN=top><TD WIDTH=150 BGCOLOR=#EEEEEE>
${topics.map((t) => `<A HREF="/editoria.php?nome=${t.slug}">${t.name}</A><BR>`).join('\n')}
<HR><A HREF="/expediente.html">Expediente</A><BR><A HREF="/">Capa</A>
</TD><TD>
${body}
</TD></TR>
<TR><TD COLSPAN=2 ALIGN=center><FONT SIZE=1>Folha do Planalto - Rua do Comércio, 45 - Melhor visualizado em 800x600</FONT></TD></TR>
</TABLE>
</BODY></HTML>
`;
  const line = (n: (typeof stories)[number]) =>
    `<LI><A HREF="${n.path}">${esc(n.headline)}</A> <FONT SIZE=1>(${shortDate(n.published)})</FONT>`;

  site.page('/', {
    kind: 'home',
    title: 'Folha do Planalto',
    html: () =>
      frame(
        'Folha do Planalto',
        `<H1>Capa</H1><UL>${stories.slice(0, 10).map(line).join('\n')}</UL><P>Visite também a ${link(`${context.origin(HOSTS.legacy)}/`, 'Memória Ferroviária')} e a ${link(`${context.origin(HOSTS.falseUtf8)}/`, 'Rádio Litoral')}.`,
      ),
  });
  for (const topic of topics) {
    const own = stories.filter((s) => s.topic === topic);
    site.page(`/editoria.php?nome=${topic.slug}`, {
      kind: 'section',
      title: `Folha do Planalto - ${topic.name}`,
      html: () =>
        frame(
          `Folha do Planalto - ${topic.name}`,
          `<H1>${topic.name}</H1><UL>${own.map(line).join('\n')}</UL>`,
        ),
    });
  }
  for (const s of stories) {
    const title = `Folha do Planalto - ${s.headline}`;
    const near = related(stories, s, 2);
    site.page(s.path, {
      kind: 'article',
      title,
      published: utc(
        s.published.getUTCFullYear(),
        s.published.getUTCMonth() + 1,
        s.published.getUTCDate(),
        0,
      ),
      content: () => [s.headline, ...s.paragraphs],
      times: () => s.times,
      html: () =>
        frame(
          title,
          `<FONT SIZE=2 COLOR=#666666>${s.town}, ${longDate(s.published)}</FONT>
<H1>${esc(s.headline)}</H1>
<I>${esc(s.author)}, da redação</I>
${s.paragraphs.map((p) => `<P>${esc(p)}`).join('\n')}
<HR><B>Leia mais</B><UL>${near.map(line).join('\n')}</UL>`,
        ),
    });
  }
  const masthead =
    'A Folha do Planalto circula desde 1948. A versão na internet foi criada em 2004 e é mantida por voluntários.';
  site.page('/expediente.html', {
    kind: 'about',
    title: 'Folha do Planalto - Expediente',
    content: () => [masthead],
    html: () => frame('Folha do Planalto - Expediente', `<H1>Expediente</H1><P>${masthead}`),
  });
  site.redirect('/index.html', '/', 302);
  return site.build();
}
