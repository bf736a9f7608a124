/** What the replay says to a person, Portuguese first. */

export type ReplayLanguage = 'pt' | 'en';

export interface ReplayText {
  readonly locale: string;
  readonly title: string;
  readonly sites: string;
  readonly site: string;
  readonly address: string;
  readonly go: string;
  readonly page: string;
  readonly date: string;
  readonly status: string;
  readonly kind: string;
  readonly more: string;
  readonly home: string;
  readonly captures: string;
  readonly captureOf: string;
  readonly allCaptures: string;
  readonly noScripts: string;
  readonly empty: string;
  readonly notFound: string;
  readonly noPayload: string;
  readonly damaged: string;
  readonly onlyRead: string;
  readonly otherLanguage: string;
}

export const REPLAY_TEXT: Readonly<Record<ReplayLanguage, ReplayText>> = {
  pt: {
    locale: 'pt',
    title: 'Arquivo da Web',
    sites: 'Sítios guardados',
    site: 'Sítio',
    address: 'Endereço',
    go: 'Ver',
    page: 'Página',
    date: 'Data da cópia',
    status: 'Estado',
    kind: 'Tipo',
    more: 'Mais…',
    home: 'Início',
    captures: 'Cópias',
    captureOf: 'Cópia de',
    allCaptures: 'todas as cópias',
    noScripts: 'Os programas (scripts) da página estão desligados.',
    empty: 'Não há nada guardado aqui.',
    notFound: 'Este endereço não está no arquivo.',
    noPayload: 'A página não mudou desde uma cópia que não está neste arquivo.',
    damaged: 'O registo desta cópia está danificado.',
    onlyRead: 'Este servidor só mostra; não aceita envios.',
    otherLanguage: 'English',
  },
  en: {
    locale: 'en',
    title: 'Web archive',
    sites: 'Sites archived',
    site: 'Site',
    address: 'Address',
    go: 'Show',
    page: 'Page',
    date: 'Captured',
    status: 'Status',
    kind: 'Type',
    more: 'More…',
    home: 'Home',
    captures: 'Captures',
    captureOf: 'Capture of',
    allCaptures: 'all captures',
    noScripts: 'Scripts of the page are switched off.',
    empty: 'Nothing is archived here.',
    notFound: 'This address is not in the archive.',
    noPayload: 'The page had not changed since a capture that is not in this archive.',
    damaged: 'The record of this capture is damaged.',
    onlyRead: 'This server only shows; it takes no submissions.',
    otherLanguage: 'Português',
  },
};
