/** What a dossier says on paper. */
import { inLanguages } from './in-languages.ts';
import type { Language } from './language.ts';

export const DOSSIER_PAGE_WORDS = inLanguages(
  {
    dossier: 'Dossiê',
    madeOf: 'Da coleção {collection}, {items} {items|item|itens}, em {date}.',
    contents: 'Itens',
    passage: 'Trecho',
    note: 'Nota',
    citation: 'Como citar (ABNT NBR 6023:2018)',
    text: 'Texto da página',
    textAbove: 'Está no item {n}, com este trecho marcado.',
    textLonger:
      'Faltam aqui {left} {left|caractere|caracteres}: o texto inteiro está no CSV e no WACZ deste dossiê.',
    evidence: 'Proveniência',
    address: 'Endereço',
    fetched: 'Coletada em',
    digest: 'Resumo criptográfico do conteúdo',
    record: 'Registro no arquivo',
    recordAt: '{file}, byte {offset}, {length} bytes',
    published: 'Publicação',
    publishedBy: '{date}, lida de {source}, confiança {confidence}',
    publishedText: '{date}, lida de {source} (“{text}”), confiança {confidence}',
    corrected: '{date}, corrigida por uma pessoa; o computador lia {text}',
    correctedAlone: '{date}, dada por uma pessoa; o computador não lia nenhuma',
    undated: 'sem data que se possa ler',
    missing: 'Esta versão já não está na coleção.',
    passageLost: 'Este trecho já não está, assim, no texto da página.',
    untitled: 'sem título',
    made: 'Feito com Tarrafa. O arquivo WACZ deste dossiê tem as páginas como foram coletadas; os resumos acima dizem se são as mesmas.',
  },
  {
    fetched: 'Recolhida em',
    textLonger:
      'Faltam aqui {left} {left|carácter|caracteres}: o texto inteiro está no CSV e no WACZ deste dossiê.',
    record: 'Registo no arquivo',
    contents: 'Itens',
    made: 'Feito com Tarrafa. O ficheiro WACZ deste dossiê tem as páginas como foram recolhidas; os resumos acima dizem se são as mesmas.',
  },
  {
    dossier: 'Dossier',
    madeOf: 'From the collection {collection}, {items} {items|item|items}, {date}.',
    contents: 'Items',
    passage: 'Passage',
    note: 'Note',
    citation: 'How to cite (ABNT NBR 6023:2018)',
    text: 'Text of the page',
    textAbove: 'It is in item {n}, with this passage marked.',
    textLonger:
      '{left} {left|character|characters} more: the whole text is in the CSV and the WACZ of this dossier.',
    evidence: 'Provenance',
    address: 'Address',
    fetched: 'Fetched',
    digest: 'Digest of the payload',
    record: 'Record in the archive',
    recordAt: '{file}, byte {offset}, {length} bytes',
    published: 'Published',
    publishedBy: '{date}, read from {source}, confidence {confidence}',
    publishedText: '{date}, read from {source} ("{text}"), confidence {confidence}',
    corrected: '{date}, corrected by a person; the computer read {text}',
    correctedAlone: '{date}, given by a person; the computer read none',
    undated: 'no date that can be read',
    missing: 'This version is not in the collection any more.',
    passageLost: 'This passage is not in the text of the page any more, as it stands.',
    untitled: 'no title',
    made: 'Made with Tarrafa. The WACZ of this dossier has the pages as they were fetched; the digests above say whether they are the same.',
  },
);

export type DossierPageWords = (typeof DOSSIER_PAGE_WORDS)[Language];
