/**
 * What days the values of an entity speak of, by what their property is: a code is no date whatever its figures are, and a bare number of four
 * figures is a year only where the property is one of time. `price: 1990` and `sku: 1884` are none, `ano: 1990` is.
 */
import { fold } from '../../text/index.ts';
import type { EntityValue } from '../ports/index.ts';

/** Words of properties that name one thing among its like: `sku`, `gtin13`, `productID`, `accountNumber`, `código`. */
const CODE =
  /^(?:sku|gtin\d*|ean\d*|upc|mpn|asin|isbn\d*|issn|id|identifier|identificador|cod|code|codigo|codigos|number|numero|num|nr|serial|serie|ref|referencia|reference|matricula|protocolo|registration|cep|zip|postal|telephone|telefone|phone|fax)$/;
const TIME =
  /^(?:dates?|data[s]?|years?|anos?|day|dia|month|mes|time|temporal|epoca|seculo|decada|periodo|period|safra|vintage|colheita|nasc|nascimento|nascid[oa]|birth|born|morte|falecimento|obito|death|died|fundac(?:ao|oes)|fundad[oa]|found(?:ed|ing|ation)|establish(?:ed|ment)|criac(?:ao|oes)|criad[oa]|creat(?:ed|ion)|construcao|construid[oa]|built|inaugurac(?:ao|oes)|inaugurad[oa]|lancamento|lancad[oa]|releas(?:ed?|ing)|publicac(?:ao|oes)|publicad[oa]|publish(?:ed)?|publication|estreia|premiere|edicao|inicio|start(?:ed)?|fim|termino|end(?:ed)?|desde|since|ate|until|from|vigencia|validade|mandato|exercicio|temporada|season|modified|updated|atualizado)$/;

/** `birthDate`, `offers.priceValidUntil`, `Data de nascimento`: their words, without accents. */
function wordsOf(attribute: string): string[] {
  const parted = attribute
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(parted).split(/[^\p{L}\p{N}]+/u);
}

/** The normal form of a value, where that is a date by what its property is. */
export function dateOfValue({ attribute, normal }: Pick<EntityValue, 'attribute' | 'normal'>): string | null {
  if (normal === null || !/^\d{4}(?:-\d{2}){0,2}$/.test(normal)) return null;
  const words = wordsOf(attribute);
  if (words.some((word) => CODE.test(word))) return null;
  return normal.length > 4 || words.some((word) => TIME.test(word)) ? normal : null;
}
