/** Dossiers of a collection: kept, cited, printed. */
export { abntText, bibtex, type CitedPage, cslItem } from './citation.ts';
export {
  addToDossier,
  changeDossier,
  dossierOf,
  keepNew,
  MOST_ITEMS,
  type NewItem,
  newDossier,
} from './dossier.ts';
export { type DossierEntry, entriesOf, pageOfItem } from './dossier-entries.ts';
export { dossierBibtex, dossierCsl, dossierCsv } from './dossier-files.ts';
export { type DossierPaper, dossierHtml } from './dossier-html.ts';
