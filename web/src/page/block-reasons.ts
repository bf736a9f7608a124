/** Why a block stayed or went, in words; a reason that is not known is shown as it is. */
import type { Language } from '../messages/index.ts';

type Words = Readonly<Record<string, string>>;

const ptBR: Words = {
  'repeated-text': 'o texto se repete no site',
  'repeated-box': 'quadro de título repetido',
  'repeated-lead': 'começa como em outras páginas',
  'repeated-place': 'aqui tudo se repete',
  'place-against': 'neste lugar não há conteúdo',
  'place-for': 'neste lugar está o conteúdo',
  cap: 'tirar mais seria demais',
  'nothing-else': 'a página não tem nada melhor',
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
};

const ptPT: Words = {
  ...ptBR,
  'repeated-text': 'o texto repete-se no sítio',
  'repeated-lead': 'começa como noutras páginas',
  share: 'partilha',
  search: 'pesquisa',
  links: 'quase só ligações',
};

const en: Words = {
  'repeated-text': 'its text repeats on the site',
  'repeated-box': 'box with a repeated heading',
  'repeated-lead': 'begins as on other pages',
  'repeated-place': 'what stands here repeats',
  'place-against': 'no content in this place',
  'place-for': 'the place of the content',
  cap: 'taking more would be too much',
  'nothing-else': 'the page has nothing better',
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
};

export const REASONS: Readonly<Record<Language, Words>> = { 'pt-BR': ptBR, 'pt-PT': ptPT, en };

export function reasonText(reason: string, language: Language): string {
  return Object.hasOwn(REASONS[language], reason) ? REASONS[language][reason]! : reason;
}
