/** What the replay of an archive says: its lists, and the strip at the foot of an archived page. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const REPLAY_WORDS = inLanguages(
  {
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
    damaged: 'O registro desta cópia está danificado.',
    onlyRead: 'Este servidor só mostra; não aceita envios.',
  },
  { damaged: 'O registo desta cópia está danificado.' },
  {
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
  },
);

export type ReplayWords = (typeof REPLAY_WORDS)[Language];
