/** The further pages of a list: the second, the third …, or those of the other letters. */

const PAGE_PARAMETER =
  /^(?:p|pg|pag|page|paged|pagina|paginacao|pagenum|page_?number|start|offset|inicio|from|letra|letter|inicial|l)(?:\[\w*\])?=\d{0,6}$|^[^=]{1,20}=[a-z]$/i;
const PAGE_FOLDER = /\/(?:p|pg|pag|page|pagina|letra|letter)[/-]?(?:\d{1,6}|[a-z])(?=[/?]|\.\w+(?:$|\?)|$)/gi;
const LETTER_FOLDER = /\/[a-z](?=\/|\?|$)/gi;

/** The address without what distinguishes the pages of one list; equal for all of them. */
export function listSignature(url: string): string {
  const [before, query] = url.split('?', 2);
  const path = before!.replace(/\/$/, '').replace(PAGE_FOLDER, '').replace(LETTER_FOLDER, '');
  const kept = (query ?? '')
    .split('&')
    .filter((parameter) => parameter !== '' && !PAGE_PARAMETER.test(parameter));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}
