/** What `tarrafa repair` says. */
import { inLanguages } from './in-languages.ts';

export const REPAIR_WORDS = inLanguages(
  {
    about: 'refaz a partir do arquivo a fronteira, as visitas, o índice e a memória de uma coleta danificada',
    folder: 'pasta da coleta',
    json: 'o resultado em JSON, também no terminal',
    reading: 'relendo o arquivo',
    more: '… e mais {count}.',
    done: '{folder}: {visits} {visits|visita refeita|visitas refeitas} a partir do arquivo, {pages} {pages|página|páginas}; {queued} {queued|URL|URLs} em fila.',
    next: 'Continue com: tarrafa crawl --out {folder}',
  },
  {
    about:
      'refaz a partir do arquivo a fronteira, as visitas, o índice e a memória de uma recolha danificada',
    folder: 'pasta da recolha',
    reading: 'a reler o arquivo',
    done: '{folder}: {visits} {visits|visita refeita|visitas refeitas} a partir do arquivo, {pages} {pages|página|páginas}; {queued} URL em fila.',
  },
  {
    about: 'make frontier, visits, index and memory of a damaged crawl again from its archive',
    folder: 'folder of the crawl',
    json: 'the result as JSON, also on a terminal',
    reading: 'reading the archive again',
    more: '… and {count} more.',
    done: '{folder}: {visits} {visits|visit|visits} made again from the archive, {pages} {pages|page|pages}; {queued} {queued|URL|URLs} queued.',
    next: 'Go on with: tarrafa crawl --out {folder}',
  },
);
