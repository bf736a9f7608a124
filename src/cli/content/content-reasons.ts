/** Why a block stayed or went, and what kind of page it is, in words. */
import type { MemoryReason, PageReason, PageType } from '../../content/index.ts';
import type { Language } from '../language.ts';

type Reason = Exclude<MemoryReason, 'page'> | PageReason;

const PT: Readonly<Record<Reason, string>> = {
  'repeated-text': 'o texto se repete no site',
  'repeated-box': 'quadro de título repetido',
  'repeated-lead': 'começa como em outras páginas',
  'repeated-place': 'aqui tudo se repete',
  'place-against': 'neste lugar não há conteúdo',
  'place-for': 'neste lugar está o conteúdo',
  cap: 'tirar mais seria demais',
  prose: 'texto corrido',
  context: 'entre blocos de conteúdo',
  headline: 'título',
  navigation: 'navegação',
  footer: 'rodapé',
  sidebar: 'coluna lateral',
  share: 'compartilhamento',
  related: 'outras notícias',
  advert: 'publicidade',
  consent: 'aviso de consentimento',
  comments: 'comentários',
  subscribe: 'assinatura',
  popup: 'janela sobreposta',
  byline: 'autoria e data',
  search: 'busca',
  hidden: 'escondido',
  tags: 'etiquetas',
  form: 'formulário',
  credit: 'crédito de imagem',
  links: 'quase só links',
  'outside-main': 'fora da parte principal',
  short: 'curto demais',
  stated: 'nos dados estruturados da página',
  'nothing-else': 'a página não tem nada melhor',
};

const PT_PT: Partial<Record<Reason, string>> = {
  'repeated-text': 'o texto repete-se no sítio',
  'repeated-lead': 'começa como noutras páginas',
  'repeated-place': 'aqui tudo se repete',
  share: 'partilha',
  search: 'pesquisa',
};

const EN: Readonly<Record<Reason, string>> = {
  'repeated-text': 'its text repeats on the site',
  'repeated-box': 'box with a repeated heading',
  'repeated-lead': 'begins as on other pages',
  'repeated-place': 'what stands here repeats',
  'place-against': 'no content in this place',
  'place-for': 'the place of the content',
  cap: 'taking more would be too much',
  prose: 'running text',
  context: 'between blocks of content',
  headline: 'headline',
  navigation: 'navigation',
  footer: 'footer',
  sidebar: 'sidebar',
  share: 'sharing',
  related: 'other stories',
  advert: 'advertising',
  consent: 'consent notice',
  comments: 'comments',
  subscribe: 'subscription',
  popup: 'pop-up',
  byline: 'author and date',
  search: 'search',
  hidden: 'hidden',
  tags: 'tags',
  form: 'form',
  credit: 'picture credit',
  links: 'hardly more than links',
  'outside-main': 'outside the main part',
  short: 'too short',
  stated: 'in the structured data of the page',
  'nothing-else': 'the page has nothing better',
};

const TYPES: Readonly<Record<PageType, readonly [pt: string, en: string]>> = {
  article: ['artigo', 'article'],
  documentation: ['documentação', 'documentation'],
  listing: ['lista', 'list'],
  forum: ['fórum', 'forum'],
  product: ['produto', 'product'],
  front: ['capa', 'front page'],
  service: ['serviço', 'service'],
};

export function typeText(type: PageType, language: Language): string {
  return TYPES[type][language === 'en' ? 1 : 0];
}

export function reasonText(reason: string, language: Language): string {
  const known = reason as Reason;
  if (language === 'en') return EN[known] ?? reason;
  return (language === 'pt-PT' ? PT_PT[known] : undefined) ?? PT[known] ?? reason;
}
