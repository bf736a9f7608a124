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
export {
  type CitedItem,
  citedItems,
  itemsToAdd,
  itemToAdd,
  pageOfItem,
  type WantedItem,
} from './dossier-entries.ts';
export {
  DOSSIER_MEDIA,
  type DossierFormat,
  type DossierWriting,
  dossierPieces,
  writeDossierWacz,
} from './write-dossier.ts';
