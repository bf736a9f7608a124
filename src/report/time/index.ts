/**
 * The temporal study of a collection, and the forms collections come in.
 *
 * ```ts
 * const study = new TimeStudy();
 * for await (const document of readChaveXml(createReadStream('colecao.xml'))) study.add(document);
 * console.log(studyText(study.result(), 'pt-BR'));
 * ```
 */
export { byteLines } from './byte-lines.ts';
export { ChaveWriter, readChaveXml } from './chave-xml.ts';
export {
  type CollectionDocument,
  isSoundDate,
  paragraphBlocks,
  parseDay,
} from './collection-document.ts';
export { studyText } from './study-text.ts';
export { TimeStudy, type TimeStudyResult } from './time-study.ts';
export { documentOfRecord, readWptRecords } from './wpt-records.ts';
export { writeStudy } from './write-study.ts';
