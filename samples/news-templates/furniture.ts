/** What stands around the article on every page of a paper: menus, consent, sharing, adverts, lists of other news, the foot. */
import { clock, isoTime, longDate } from '../language/dates.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';
import type { PageWriter } from './page-writer.ts';
import type { Article, Paper } from './paper.ts';

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function head(w: PageWriter, { plan }: Paper, article: Article): void {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: article.headline,
    datePublished: isoTime(article.published),
    author: { '@type': 'Person', name: article.author.name },
  };
  w.raw(
    `<!DOCTYPE html><html lang="${plan.spelling === 'br' ? 'pt-BR' : 'pt-PT'}"><head><meta charset="utf-8"><title>${escaped(article.headline)} | ${plan.name}</title>` +
      `<meta name="description" content="${escaped(article.summary).replaceAll('"', '&quot;')}"><link rel="canonical" href="${article.url}">` +
      `<link rel="stylesheet" href="/estilo.css?v=${plan.name.length}"><script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>` +
      '<script>window.dataLayer=window.dataLayer||[];function g(){dataLayer.push(arguments)}</script></head>',
  );
}

export function consent(w: PageWriter, { plan }: Paper, name: string): void {
  w.inside('div', `id="${name}" class="${name}"`, () => {
    w.noise(
      'p',
      plan.spelling === 'br'
        ? `O ${plan.name} usa cookies para melhorar a sua experiência, de acordo com a nossa <a href="/privacidade">Política de Privacidade</a>. Ao continuar navegando, você concorda com estas condições.`
        : `O ${plan.name} utiliza cookies para melhorar a sua experiência de navegação. Ao continuar, está a aceitar a nossa <a href="/privacidade">Política de Privacidade</a>.`,
    );
    w.noise('button', 'Aceitar');
    w.noise('button', 'Configurar preferências');
  });
}

const SERVICES = {
  br: [
    'Assine',
    'Newsletter',
    'Podcasts',
    'Vídeos',
    'Loja',
    'Horóscopo',
    'Tempo',
    'Loterias',
    'Classificados',
  ],
  pt: [
    'Assinaturas',
    'Newsletter',
    'Podcasts',
    'Vídeos',
    'Loja',
    'Horóscopo',
    'Meteorologia',
    'Farmácias',
    'Anúncios',
  ],
} as const;
const FOOT = {
  br: [
    'Quem somos',
    'Fale conosco',
    'Anuncie',
    'Trabalhe conosco',
    'Termos de uso',
    'Política de privacidade',
  ],
  pt: [
    'Quem somos',
    'Contactos',
    'Publicidade',
    'Ficha técnica',
    'Estatuto editorial',
    'Política de privacidade',
  ],
} as const;

export function menu(w: PageWriter, { plan }: Paper, name: string): void {
  w.inside('nav', `class="${name}"`, () => {
    w.inside('ul', '', () => {
      for (const section of [...plan.sections, ...SERVICES[plan.spelling]]) {
        w.noise('li', `<a href="/${slug(section)}">${section}</a>`);
      }
    });
  });
}

export function breadcrumbs(w: PageWriter, article: Article, name: string): void {
  w.inside('ol', `class="${name}"`, () => {
    w.noise('li', '<a href="/">Início</a>');
    w.noise('li', `<a href="/${slug(article.section)}">${article.section}</a>`);
  });
}

export function sharing(w: PageWriter, name: string, word = 'Compartilhe'): void {
  w.inside('div', `class="${name}"`, () => {
    w.noise('span', word);
    w.inside('ul', '', () => {
      for (const place of ['WhatsApp', 'Facebook', 'X', 'Copiar link'])
        w.noise('li', `<a href="#">${place}</a>`);
    });
  });
}

/** `Por Ana Lima — 5 de março de 2025, 14h05` */
export function byline(
  w: PageWriter,
  { plan }: Paper,
  article: Article,
  tag: string,
  attributes: string,
): void {
  const { spelling } = plan;
  w.metadata(
    tag,
    `Por <a href="/autor/${slug(article.author.name)}">${article.author.name}</a> — <time datetime="${isoTime(article.published)}">${longDate(article.published, spelling)}, ${clock(article.published, spelling)}</time>`,
    attributes,
  );
}

export function picture(w: PageWriter, article: Article, random: Random): void {
  w.inside('figure', 'class="foto"', () => {
    w.raw(`<img src="/fotos/${article.index}.jpg" alt="">`);
    w.metadata(
      'figcaption',
      `${random.pick(article.about.people)} em ${random.pick(article.about.places)}. Foto: ${article.author.name} / Divulgação`,
    );
  });
}

export function linkList(
  w: PageWriter,
  heading: string,
  items: readonly Article[],
  name: string,
  tag: 'li' | 'p' = 'li',
): void {
  w.inside('div', `class="${name}"`, () => {
    w.noise('h3', heading);
    const write = () => {
      for (const item of items) w.noise(tag, `<a href="${item.url}">${escaped(item.headline)}</a>`);
    };
    if (tag === 'li') w.inside('ul', '', write);
    else write();
  });
}

export function tagList(w: PageWriter, article: Article, name: string): void {
  w.inside('ul', `class="${name}"`, () => {
    for (const tag of article.tags) w.noise('li', `<a href="/tag/${slug(tag)}" rel="tag">${tag}</a>`);
  });
}

export function advert(w: PageWriter, name: string, word = 'Publicidade'): void {
  w.inside('div', `class="${name}"`, () => {
    w.noise('span', word);
    w.raw('<div data-ad="1"></div>');
  });
}

export function foot(w: PageWriter, { plan }: Paper): void {
  w.inside('footer', 'class="rodape"', () => {
    w.inside('ul', '', () => {
      for (const word of FOOT[plan.spelling]) {
        w.noise('li', `<a href="/${slug(word)}">${word}</a>`);
      }
    });
    w.noise(
      'p',
      `© 2025 ${plan.name}. Todos os direitos reservados. É proibida a reprodução sem autorização.`,
    );
  });
  w.raw('<script src="/app.js" defer></script></body></html>');
}
