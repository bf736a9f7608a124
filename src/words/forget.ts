/** What `tarrafa forget` says. */
import { inLanguages } from './in-languages.ts';

export const FORGET_WORDS = inLanguages(
  {
    about:
      'tira páginas de uma coleção para sempre: do arquivo, do índice, do catálogo e das próximas coletas',
    folder: 'pasta da coleção',
    target: 'endereço, site:exemplo.com.br, ou um começo de endereço com * no fim',
    reason: 'por que se esquece; fica no registro da coleção, e não pode dizer o quê',
    by: 'quem pediu ou quem fez; fica no registro',
    yes: 'esquece de fato; sem isto só mostra o que sairia',
    dryRun: 'só mostra o que sairia, também com --yes',
    log: 'mostra o que já foi esquecido, e por quê, sem dizer o que era',
    json: 'o resultado em JSON, também no terminal',
    scanning: 'lendo o arquivo',
    rewriting: 'reescrevendo o arquivo',
    rebuilding: 'refazendo o catálogo',
    would:
      'Sairiam de {folder}: {captures} {captures|captura|capturas} de {pages} {pages|endereço|endereços}, {size}, em {files} {files|arquivo|arquivos} WARC; {known} {known|endereço|endereços} da fronteira.',
    went: 'Saíram de {folder}: {captures} {captures|captura|capturas} de {pages} {pages|endereço|endereços}, {size}, em {files} {files|arquivo|arquivos} WARC; {known} {known|endereço|endereços} da fronteira.',
    copies:
      'Outros {count} {count|endereço tem|endereços têm} o mesmo conteúdo, byte a byte, e ficam; se também devem sair, esqueça-os um a um:',
    unreadable:
      '{count} {count|lugar|lugares} do arquivo não se {count|lê|leem} e {count|fica|ficam} como {count|está|estão}.',
    nothing: 'Nada foi mudado. Para esquecer: tarrafa forget {folder} {target} --reason "…" --yes',
    catalogue: 'O catálogo será refeito a partir do arquivo, o que demora como um tarrafa analyse --rebuild.',
    notThere: 'Nada disso está na coleção; esquecê-lo só faz que as próximas coletas não o busquem.',
    stopped: 'Interrompido: já não se mostra; o mesmo comando termina o que falta.',
    needsReason: 'diga por quê: --reason "…"',
    needsTarget: 'diga o que esquecer, ou --log',
    noLog: 'Nesta coleção nada foi esquecido.',
    logLine: '{at}  {kind}  {captures} {captures|captura|capturas}  {reason}{by}{state}',
    address: 'um endereço',
    site: 'site:{site}',
    prefix: '{prefix}*',
    unfinished: ' (por terminar)',
  },
  {
    about:
      'retira páginas de uma coleção para sempre: do arquivo, do índice, do catálogo e das próximas recolhas',
    target: 'endereço, site:exemplo.pt, ou um início de endereço com * no fim',
    reason: 'porque se esquece; fica no registo da coleção, e não pode dizer o quê',
    by: 'quem pediu ou quem fez; fica no registo',
    yes: 'esquece de facto; sem isto só mostra o que sairia',
    scanning: 'a ler o arquivo',
    rewriting: 'a reescrever o arquivo',
    rebuilding: 'a refazer o catálogo',
    would:
      'Sairiam de {folder}: {captures} {captures|captura|capturas} de {pages} {pages|endereço|endereços}, {size}, em {files} {files|ficheiro|ficheiros} WARC; {known} {known|endereço|endereços} da fronteira.',
    went: 'Saíram de {folder}: {captures} {captures|captura|capturas} de {pages} {pages|endereço|endereços}, {size}, em {files} {files|ficheiro|ficheiros} WARC; {known} {known|endereço|endereços} da fronteira.',
    nothing: 'Nada foi alterado. Para esquecer: tarrafa forget {folder} {target} --reason "…" --yes',
    notThere: 'Nada disso está na coleção; esquecê-lo só faz com que as próximas recolhas não o procurem.',
    needsReason: 'diga porquê: --reason "…"',
  },
  {
    about: 'take pages out of a collection for good: out of archive, index, catalogue and later crawls',
    folder: 'folder of the collection',
    target: 'an address, site:example.pt, or the beginning of addresses with * behind it',
    reason: 'why; stays in the log of the collection, and must not say what',
    by: 'who asked, or who did it; stays in the log',
    yes: 'do forget; without it only what would go is shown',
    dryRun: 'only show what would go, also with --yes',
    log: 'show what was forgotten before, and why, without what it was',
    json: 'the result as JSON, also on a terminal',
    scanning: 'reading the archive',
    rewriting: 'writing the archive anew',
    rebuilding: 'making the catalogue anew',
    would:
      'Would go from {folder}: {captures} {captures|capture|captures} of {pages} {pages|address|addresses}, {size}, in {files} WARC {files|file|files}; {known} {known|address|addresses} of the frontier.',
    went: 'Gone from {folder}: {captures} {captures|capture|captures} of {pages} {pages|address|addresses}, {size}, in {files} WARC {files|file|files}; {known} {known|address|addresses} of the frontier.',
    copies:
      '{count} other {count|address has|addresses have} the same content, byte by byte, and {count|stays|stay}; if {count|it is|they are} to go too, forget {count|it|them} one by one:',
    unreadable:
      '{count} {count|place|places} of the archive cannot be read and {count|stays|stay} as {count|it is|they are}.',
    nothing: 'Nothing was changed. To forget: tarrafa forget {folder} {target} --reason "…" --yes',
    catalogue:
      'The catalogue will be made anew from the archive, which takes as long as tarrafa analyse --rebuild.',
    notThere: 'Nothing of it is in the collection; to forget it only keeps later crawls from fetching it.',
    stopped: 'Interrupted: it is not shown any more; the same command does the rest.',
    needsReason: 'say why: --reason "…"',
    needsTarget: 'say what to forget, or --log',
    noLog: 'Nothing was forgotten in this collection.',
    logLine: '{at}  {kind}  {captures} {captures|capture|captures}  {reason}{by}{state}',
    address: 'an address',
    site: 'site:{site}',
    prefix: '{prefix}*',
    unfinished: ' (not finished)',
  },
);
