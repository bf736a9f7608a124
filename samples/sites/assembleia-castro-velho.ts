/** A Portuguese municipal assembly: members in a table, label and value in table rows, few words. */
import { HOSTS } from '../hosts.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { members } from './council.ts';

export function assembleiaCastroVelho(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.councilPt, {
    name: 'Assembleia Municipal de Castro Velho',
    language: 'pt-PT',
    encodings: ['deflate'],
    quirks: [
      'deflate',
      'label and value in table rows',
      'addresses with a query only',
      'microdata',
      'X-Robots-Tag noarchive on one page',
    ],
  });
  const random = siteRandom(context, site.host);
  const list = members(random, 'pt', 21);
  const groups = [...new Set(list.map((m) => m.attributes['Grupo municipal']!))].sort();
  const at = (m: { slug: string }) => `/eleito.aspx?nome=${m.slug}`;

  const frame = (title: string, body: string, head = '') => `<!DOCTYPE html>
<html lang="pt-PT"><head><meta charset="utf-8"><title>${esc(title)}</title>${head}</head>
<body><table class="topo"><tr><td>${link('/', 'Assembleia Municipal de Castro Velho')}</td><td>${link('/eleitos.aspx', 'Eleitos')}</td><td>${link('/regimento.aspx', 'Regimento')}</td></tr></table>
${body}
<p class="fundo">Praça do Município, Castro Velho</p></body></html>
`;
  const welcome = [
    'A Assembleia Municipal é o órgão deliberativo do município e é composta por membros eleitos diretamente e pelos presidentes das juntas de freguesia.',
    'As sessões ordinárias realizam-se em fevereiro, abril, junho, setembro e novembro, no salão nobre dos Paços do Concelho.',
  ];
  site.page('/', {
    kind: 'home',
    title: 'Assembleia Municipal de Castro Velho',
    content: () => welcome,
    html: () =>
      frame(
        'Assembleia Municipal de Castro Velho',
        `<h1>Assembleia Municipal</h1>${paragraphs(welcome)}<h2>Grupos municipais</h2>${items(groups.map((g, i) => link(`/grupo.aspx?id=${i + 1}`, g)))}`,
      ),
  });
  site.page('/eleitos.aspx', {
    kind: 'list',
    title: 'Eleitos - Assembleia Municipal de Castro Velho',
    html: () =>
      frame(
        'Eleitos - Assembleia Municipal de Castro Velho',
        `<h1>Eleitos</h1><table class="eleitos">${list.map((m) => `<tr><td>${link(at(m), m.name)}</td><td>${esc(m.attributes['Grupo municipal']!)}</td></tr>`).join('\n')}</table>`,
      ),
  });
  groups.forEach((g, i) => {
    site.page(`/grupo.aspx?id=${i + 1}`, {
      kind: 'list',
      title: `${g} - Assembleia Municipal de Castro Velho`,
      html: () =>
        frame(
          `${g} - Assembleia Municipal de Castro Velho`,
          `<h1>${esc(g)}</h1>${items(list.filter((m) => m.attributes['Grupo municipal'] === g).map((m) => link(at(m), m.name)))}`,
        ),
    });
  });
  for (const m of list) {
    const title = `${m.name} - Assembleia Municipal de Castro Velho`;
    site.page(at(m), {
      kind: 'person',
      title,
      attributes: { Nome: m.name, ...m.attributes },
      content: () => [m.name],
      html: () =>
        frame(
          title,
          `<div itemscope itemtype="https://schema.org/Person"><h1 itemprop="name">${esc(m.name)}</h1><table class="ficha"><tbody>${Object.entries(
            m.attributes,
          )
            .map(([k, v]) => `<tr><th scope="row">${k}</th><td>${esc(v)}</td></tr>`)
            .join('\n')}</tbody></table></div><p>${link('/eleitos.aspx', 'Voltar à lista')}</p>`,
        ),
    });
  }
  const rules = [
    'Artigo 1.º A Assembleia Municipal rege-se pela lei e pelo presente regimento.',
    'Artigo 2.º Os membros da Assembleia têm o dever de comparecer às sessões e de participar nas votações.',
    'Artigo 3.º As deliberações são tomadas à pluralidade de votos, com voto de qualidade do presidente em caso de empate.',
  ];
  site.page('/regimento.aspx', {
    kind: 'document',
    title: 'Regimento - Assembleia Municipal de Castro Velho',
    headers: { 'x-robots-tag': 'noarchive' },
    content: () => rules,
    html: () =>
      frame('Regimento - Assembleia Municipal de Castro Velho', `<h1>Regimento</h1>${paragraphs(rules)}`),
  });
  site.robots('User-agent: *\nDisallow:\n');
  return site.build();
}
