/**
 * Every error that a person or a program can meet, in one place: a stable code, a message with the offending value, what to do
 * about it, and the exit code of the command that ends with it. Codes never change meaning; docs/errors.md lists them.
 */
import { reasonInPortuguese } from './error-reasons.ts';

export const EXIT = {
  ok: 0,
  /** Something failed that is not the caller's doing. */
  failure: 1,
  /** The command line, the configuration or an input file is wrong. */
  usage: 2,
  /** Another process holds the folder. */
  busy: 3,
  /** The disk is full, the folder is read-only, or a file cannot be written. */
  storage: 4,
  /** Data on disk is damaged beyond what is mended by itself. */
  damaged: 5,
  /** Stopped by Ctrl-C (128 + SIGINT). */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

interface ErrorKind {
  readonly exit: ExitCode;
  /** Message and advice. `%s` is replaced by the values given, in order, first in the message, then in the advice. */
  readonly en: readonly [string, string];
  readonly pt: readonly [string, string];
}

const KINDS = {
  TRF_URL_MALFORMED: {
    exit: EXIT.usage,
    en: ['not a usable address: %s (%s)', 'Give an absolute http or https address.'],
    pt: ['endereço que não serve: %s (%s)', 'Informe um endereço http ou https completo.'],
  },
  TRF_SCOPE_UNKNOWN: {
    exit: EXIT.usage,
    en: ['unknown scope: %s', 'Use br, pt, lusofonia, seeds, any, or a list of domains separated by commas.'],
    pt: [
      'escopo desconhecido: %s',
      'Use br, pt, lusofonia, seeds, any ou uma lista de domínios separados por vírgulas.',
    ],
  },
  TRF_POLICY_UNKNOWN: {
    exit: EXIT.usage,
    en: ['unknown policy: %s', 'Use one of: %s.'],
    pt: ['política desconhecida: %s', 'Use uma destas: %s.'],
  },
  TRF_PERIOD_EMPTY: {
    exit: EXIT.usage,
    en: ['the period is empty', 'Give a year, two ends as in 1939..1945, or a period in words.'],
    pt: [
      'o período está vazio',
      'Informe um ano, dois extremos, como em 1939..1945, ou um período por extenso.',
    ],
  },
  TRF_PERIOD_UNKNOWN: {
    exit: EXIT.usage,
    en: [
      'not a period: %s',
      'Use 2001, 1939..1945, 2001-09..2001-12, 2001-09-11, século XIX, or a name that the configuration gives a period ("periods").',
    ],
    pt: [
      'não é um período: %s',
      'Use 2001, 1939..1945, 2001-09..2001-12, 2001-09-11, século XIX ou um nome a que a configuração dê um período ("periods").',
    ],
  },
  TRF_PERIOD_REVERSED: {
    exit: EXIT.usage,
    en: ['the period ends before it begins: %s', 'Put the earlier end first, as in 1939..1945.'],
    pt: [
      'o período termina antes de começar: %s',
      'Ponha primeiro o extremo mais antigo, como em 1939..1945.',
    ],
  },
  TRF_CONFIG_INVALID: {
    exit: EXIT.usage,
    en: [
      'the configuration %s is not valid: %s',
      'Correct the value named; docs/configuration.md lists every setting.',
    ],
    pt: [
      'a configuração %s não é válida: %s',
      'Corrija o valor indicado; docs/configuration.md lista todas as opções.',
    ],
  },
  TRF_INPUT_MISSING: {
    exit: EXIT.usage,
    en: ['cannot read %s: %s', 'Check that the path exists and may be read.'],
    pt: ['não é possível ler %s: %s', 'Verifique se o caminho existe e pode ser lido.'],
  },
  TRF_CONTENT_MEMORY: {
    exit: EXIT.usage,
    en: [
      'this is not the memory of a site: %s',
      'Rebuild it with `tarrafa content memory <pages> --out <file>`.',
    ],
    pt: [
      'isto não é a memória de um site: %s',
      'Refaça-a com `tarrafa content memory <páginas> --out <arquivo>`.',
    ],
  },
  TRF_CONTENT_NOT_HTML: {
    exit: EXIT.usage,
    en: [
      '%s is not a page: %s',
      'Give HTML, a folder of pages or a WARC file; for other files convert them first.',
    ],
    pt: [
      '%s não é uma página: %s',
      'Indique HTML, uma pasta de páginas ou um arquivo WARC; converta antes outros formatos.',
    ],
  },
  TRF_CONTENT_NO_PAGES: {
    exit: EXIT.usage,
    en: [
      'no page was read from %s: %s',
      'Give HTML files, a folder that holds some, the folder of a crawl or a WARC file.',
    ],
    pt: [
      'nenhuma página foi lida de %s: %s',
      'Indique arquivos HTML, uma pasta que os tenha, a pasta de uma coleta ou um arquivo WARC.',
    ],
  },
  TRF_CONTENT_TOO_FEW: {
    exit: EXIT.usage,
    en: [
      'the pages of %s are too few to learn from: at least %s of one site are needed',
      'Give more pages of the same site; only several of them show what it repeats.',
    ],
    pt: [
      'as páginas de %s são poucas para aprender: é preciso ter ao menos %s de um mesmo site',
      'Dê mais páginas do mesmo site; só várias delas mostram o que ele repete.',
    ],
  },
  TRF_CONTENT_MODEL: {
    exit: EXIT.failure,
    en: [
      'the shipped page model is not the one that %s makes: %s',
      'Make it again with the command recorded in it, and write it to src/content/page-model-data.ts with --out.',
    ],
    pt: [
      'o modelo de página distribuído não é o que se faz com %s: %s',
      'Refaça-o com o comando que está nele, e grave-o em src/content/page-model-data.ts com --out.',
    ],
  },
  TRF_GEO_AREA_UNKNOWN: {
    exit: EXIT.usage,
    en: [
      'neither a place nor a box: %s',
      'Give the name of a place, with its state if there are several ("Santa Cruz, RN"), or west,south,east,north in degrees.',
    ],
    pt: [
      'nem lugar nem caixa: %s',
      'Informe o nome de um lugar, com o estado se houver vários ("Santa Cruz, RN"), ou oeste,sul,leste,norte em graus.',
    ],
  },
  TRF_GEO_AREA_TWICE: {
    exit: EXIT.usage,
    en: ['both --within and --intersects were given', 'Give one of them.'],
    pt: ['foram dados --within e --intersects', 'Informe só um deles.'],
  },
  TRF_SEEDS_EMPTY: {
    exit: EXIT.usage,
    en: ['there is no usable seed (%s)', 'Name at least one address, or a file of addresses with --seeds.'],
    pt: [
      'não há nenhuma semente que sirva (%s)',
      'Informe ao menos um endereço, ou um arquivo de endereços com --seeds.',
    ],
  },
  TRF_CONTACT_MISSING: {
    exit: EXIT.usage,
    en: [
      'a crawl of the public Web needs a contact address for its User-Agent',
      'Give --contact with a web page or e-mail address of yours, or set TARRAFA_CONTACT.',
    ],
    pt: [
      'uma coleta da Web pública precisa de um contato no seu User-Agent',
      'Informe --contact com uma página ou um e-mail seu, ou defina TARRAFA_CONTACT.',
    ],
  },
  TRF_CONTACT_INVALID: {
    exit: EXIT.usage,
    en: [
      'not a contact address: %s',
      'Give a web page (https://…) or an e-mail address where the owner of a site can reach you.',
    ],
    pt: [
      'contato que não serve: %s',
      'Informe uma página (https://…) ou um e-mail em que o dono de um site possa falar com você.',
    ],
  },
  TRF_FOLDER_NOT_A_CRAWL: {
    exit: EXIT.usage,
    en: ['%s holds no crawl', 'Name the folder that was given to --out.'],
    pt: ['%s não contém uma coleta', 'Informe a pasta que foi dada a --out.'],
  },
  TRF_FOLDER_BUSY: {
    exit: EXIT.busy,
    en: ['the folder %s is in use by process %s', 'Wait for it to end, or choose another folder with --out.'],
    pt: [
      'a pasta %s está em uso pelo processo %s',
      'Espere que ele termine, ou escolha outra pasta com --out.',
    ],
  },
  TRF_FOLDER_VERSION: {
    exit: EXIT.damaged,
    en: [
      '%s was written in format %s; this version reads format %s',
      'Use the version of Tarrafa that wrote it, or start over with --fresh.',
    ],
    pt: [
      '%s foi escrita no formato %s; esta versão lê o formato %s',
      'Use a versão da Tarrafa que a escreveu, ou recomece com --fresh.',
    ],
  },
  TRF_FORMAT_NEWER: {
    exit: EXIT.damaged,
    en: [
      '%s was written by a newer Tarrafa (format %s; this one knows %s)',
      'Update Tarrafa; nothing was changed.',
    ],
    pt: [
      '%s foi escrito por uma Tarrafa mais nova (formato %s; esta conhece até o %s)',
      'Atualize a Tarrafa; nada foi alterado.',
    ],
  },
  TRF_SETTINGS_CHANGED: {
    exit: EXIT.usage,
    en: [
      'the crawl in %s was started with other settings: %s',
      'Repeat the settings it was started with, choose another --out, or start over with --fresh.',
    ],
    pt: [
      'a coleta em %s foi iniciada com outras opções: %s',
      'Repita as opções do início, escolha outra pasta com --out, ou recomece com --fresh.',
    ],
  },
  TRF_STORAGE_FULL: {
    exit: EXIT.storage,
    en: [
      'no space left to write %s',
      'Free some space and run the same command again: nothing collected is lost.',
    ],
    pt: [
      'não há espaço para escrever %s',
      'Libere espaço e repita o comando: nada do que foi coletado se perde.',
    ],
  },
  TRF_STORAGE_DENIED: {
    exit: EXIT.storage,
    en: ['cannot write %s: %s', 'Check the permissions of the folder, or choose another with --out.'],
    pt: ['não é possível escrever %s: %s', 'Verifique as permissões da pasta, ou escolha outra com --out.'],
  },
  TRF_STORAGE_DAMAGED: {
    exit: EXIT.damaged,
    en: [
      '%s is damaged at byte %s: %s',
      'Run `tarrafa warc check` on the folder; the records before that point are whole.',
    ],
    pt: [
      '%s está danificado no byte %s: %s',
      'Rode `tarrafa warc check` na pasta; os registros anteriores estão inteiros.',
    ],
  },
  TRF_ADDRESS_PRIVATE: {
    exit: EXIT.usage,
    en: ['%s leads to the private address %s', 'Use --allow-private only for servers of your own.'],
    pt: ['%s leva ao endereço privado %s', 'Use --allow-private só para servidores seus.'],
  },
  TRF_RULE_INVALID: {
    exit: EXIT.usage,
    en: [
      'not an extraction rule: %s (%s)',
      'docs/entities.md shows the form of a rule; learn the wrapper again if the file was damaged.',
    ],
    pt: [
      'não é uma regra de extração: %s (%s)',
      'docs/entities.md mostra a forma de uma regra; aprenda o extrator de novo se o arquivo foi danificado.',
    ],
  },
  TRF_ENGINE_MISSING: {
    exit: EXIT.usage,
    en: ['the graph database %s is not installed', 'Install it with: npm install %s'],
    pt: ['o banco de dados de grafos %s não está instalado', 'Instale-o com: npm install %s'],
  },
  TRF_ENGINE_UNKNOWN: {
    exit: EXIT.usage,
    en: [
      'not an engine for rules: %s',
      'Use grafeo, grafeo:<folder> or bolt://host:port; user and password come from TARRAFA_BOLT_USER and TARRAFA_BOLT_PASSWORD.',
    ],
    pt: [
      'não é um motor de regras: %s',
      'Use grafeo, grafeo:<pasta> ou bolt://host:porta; usuário e senha vêm de TARRAFA_BOLT_USER e TARRAFA_BOLT_PASSWORD.',
    ],
  },
  TRF_WRAPPER_INVALID: {
    exit: EXIT.usage,
    en: [
      'the wrapper file %s cannot be used: %s',
      'Correct the place named, or learn it again with: tarrafa entities learn',
    ],
    pt: [
      'o arquivo de extração %s não pode ser usado: %s',
      'Corrija o ponto indicado, ou aprenda-o de novo com: tarrafa entities learn',
    ],
  },
  TRF_ENTITY_ALONE: {
    exit: EXIT.usage,
    en: [
      'no other page like %s was found on its site (%s)',
      'Give the page of one thing (one person, one product) that a list of the site leads to; --height looks further up.',
    ],
    pt: [
      'nenhuma outra página como %s foi achada no site (%s)',
      'Informe a página de uma coisa só (uma pessoa, um produto) a que uma lista do site leve; --height procura mais acima.',
    ],
  },
  TRF_ENTITY_NO_TABLE: {
    exit: EXIT.usage,
    en: [
      'the %s pages found like %s have no data in common that varies',
      'They may be of several templates, or not pages of single things; see them with: tarrafa entities discover',
    ],
    pt: [
      'as %s páginas achadas como %s não têm em comum dados que variem',
      'Podem ser de modelos diferentes, ou não ser páginas de uma coisa só; veja-as com: tarrafa entities discover',
    ],
  },
  TRF_ATTRIBUTE_UNKNOWN: {
    exit: EXIT.usage,
    en: ['there is no attribute %s (%s)', 'Use one of: %s'],
    pt: ['não há o atributo %s (%s)', 'Use um destes: %s'],
  },
  TRF_WANTED_MISSING: {
    exit: EXIT.usage,
    en: [
      'no text of %s is %s',
      'Copy the value as the page shows it, whole, without its label: --want "nome=Fulano de Tal"',
    ],
    pt: [
      'nenhum texto de %s é %s',
      'Copie o valor como a página o mostra, inteiro e sem o rótulo: --want "nome=Fulano de Tal"',
    ],
  },
  TRF_OUTPUT_FORM: {
    exit: EXIT.usage,
    en: ['unknown form of output: %s', 'Name a file that ends in .csv, .jsonl or .parquet.'],
    pt: ['forma de saída desconhecida: %s', 'Dê um arquivo que termine em .csv, .jsonl ou .parquet.'],
  },
  TRF_REQUEST_INVALID: {
    exit: EXIT.usage,
    en: ['the request is not valid: %s', 'The description of every call is at /api/v1/openapi.json.'],
    pt: ['o pedido não é válido: %s', 'A descrição de todas as chamadas está em /api/v1/openapi.json.'],
  },
  TRF_NOT_FOUND: {
    exit: EXIT.usage,
    en: [
      'there is nothing like this here: %s',
      'Check the address; /api/v1/collections lists what is served.',
    ],
    pt: ['não há nada assim aqui: %s', 'Confira o endereço; /api/v1/collections lista o que é servido.'],
  },
  TRF_CURSOR_INVALID: {
    exit: EXIT.usage,
    en: ['not a cursor of this list: %s', 'Begin again without a cursor, and give back "next" as it came.'],
    pt: [
      'não é um cursor desta lista: %s',
      'Recomece sem cursor e devolva o valor de "next" tal como ele veio.',
    ],
  },
  TRF_TOKEN_MISSING: {
    exit: EXIT.usage,
    en: [
      'this needs the token of the server',
      'Send it as "Authorization: Bearer <token>"; `tarrafa serve` prints it in the address when it starts.',
    ],
    pt: [
      'isto exige o token do servidor',
      'Envie-o como "Authorization: Bearer <token>"; `tarrafa serve` mostra-o no endereço ao começar.',
    ],
  },
  TRF_HOST_REFUSED: {
    exit: EXIT.usage,
    en: [
      'the server does not answer to the name %s',
      'Open the address that `tarrafa serve` printed; to listen elsewhere start it with --host.',
    ],
    pt: [
      'o servidor não atende pelo nome %s',
      'Abra o endereço que `tarrafa serve` mostrou; para ouvir em outro lugar, inicie-o com --host.',
    ],
  },
  TRF_ORIGIN_REFUSED: {
    exit: EXIT.usage,
    en: ['requests from pages of %s are refused', 'Use the page of the server itself, or a program.'],
    pt: ['pedidos de páginas de %s são recusados', 'Use a página do próprio servidor, ou um programa.'],
  },
  TRF_SERVER_BUSY: {
    exit: EXIT.busy,
    en: ['too many calls of this kind at once: %s', 'Try again in a few seconds.'],
    pt: ['chamadas demais deste tipo ao mesmo tempo: %s', 'Tente de novo em alguns segundos.'],
  },
  TRF_TIME_OUT: {
    exit: EXIT.failure,
    en: ['%s took longer than %s s and was given up', 'Ask for less, or use the command for it.'],
    pt: ['%s levou mais de %s s e foi abandonado', 'Peça menos, ou use o comando correspondente.'],
  },
  TRF_CRAWL_EXISTS: {
    exit: EXIT.usage,
    en: ['there is a crawl named %s already', 'Choose another name, or resume that crawl.'],
    pt: ['já existe uma coleta chamada %s', 'Escolha outro nome, ou retome essa coleta.'],
  },
  TRF_CRAWL_STATE: {
    exit: EXIT.usage,
    en: ['the crawl %s cannot do that now: it is %s', 'Look at its state and choose what fits it.'],
    pt: ['a coleta %s não pode fazer isso agora: está %s', 'Veja a situação dela e escolha o que cabe.'],
  },
  TRF_CRAWL_REFUSED: {
    exit: EXIT.usage,
    en: ['the crawl could not start: %s', 'Correct the setting named; `tarrafa crawl --help` explains all.'],
    pt: ['a coleta não pôde começar: %s', 'Corrija a opção indicada; `tarrafa crawl --help` explica todas.'],
  },
  TRF_PORT_TAKEN: {
    exit: EXIT.busy,
    en: [
      'port %s of %s is taken',
      'Choose another with --port, or leave --port out to take the next free one.',
    ],
    pt: [
      'a porta %s de %s está ocupada',
      'Escolha outra com --port, ou omita --port para usar a próxima livre.',
    ],
  },
  TRF_HOST_UNUSABLE: {
    exit: EXIT.usage,
    en: ['cannot listen on %s: %s', 'Give an address of this machine, such as 0.0.0.0 or 192.168.0.10.'],
    pt: [
      'não é possível ouvir em %s: %s',
      'Informe um endereço desta máquina, como 0.0.0.0 ou 192.168.0.10.',
    ],
  },
  TRF_TOKEN_WEAK: {
    exit: EXIT.usage,
    en: [
      'the token is too short (%s characters)',
      'Use at least 16 characters, or leave it out: one is made.',
    ],
    pt: ['o token é curto demais (%s caracteres)', 'Use ao menos 16 caracteres, ou omita-o: um é criado.'],
  },
  TRF_INTERNAL: {
    exit: EXIT.failure,
    en: ['something failed inside the server', 'Its log has the details; please report it with them.'],
    pt: ['algo falhou dentro do servidor', 'O registro dele tem os detalhes; relate-o com eles, por favor.'],
  },
  TRF_CATALOGUE_NEWER: {
    exit: EXIT.damaged,
    en: [
      '%s was written by a newer Tarrafa (version %s; this one knows %s)',
      'Update Tarrafa, or make the catalogue again from the archive: tarrafa analyse <folder> --fresh',
    ],
    pt: [
      '%s foi escrito por uma Tarrafa mais nova (versão %s; esta conhece até a %s)',
      'Atualize a Tarrafa, ou refaça o catálogo a partir do acervo: tarrafa analyse <pasta> --fresh',
    ],
  },
  TRF_CATALOGUE_OTHER: {
    exit: EXIT.usage,
    en: [
      '%s is not a catalogue of Tarrafa',
      'Name a catalogue.db that tarrafa analyse wrote, or another path for a new one.',
    ],
    pt: [
      '%s não é um catálogo da Tarrafa',
      'Indique um catalogue.db escrito por tarrafa analyse, ou outro caminho para um novo.',
    ],
  },
  TRF_CATALOGUE_DAMAGED: {
    exit: EXIT.damaged,
    en: [
      'the catalogue %s is damaged: %s',
      'Nothing collected is lost: make it again from the archive with tarrafa analyse <folder> --fresh',
    ],
    pt: [
      'o catálogo %s está danificado: %s',
      'Nada do que foi coletado se perdeu: refaça-o a partir do acervo com tarrafa analyse <pasta> --fresh',
    ],
  },
  TRF_CATALOGUE_BUSY: {
    exit: EXIT.busy,
    en: [
      'the catalogue %s is being written by another process',
      'Wait for it to end, and run the command again.',
    ],
    pt: ['o catálogo %s está sendo escrito por outro processo', 'Espere que ele termine e repita o comando.'],
  },
  TRF_EXPORT_KIND: {
    exit: EXIT.usage,
    en: ['%s cannot be exported as %s', 'That way one of these can be: %s.'],
    pt: ['%s não se exporta como %s', 'Desse modo se exporta um destes: %s.'],
  },
  TRF_EXPORT_TABLE: {
    exit: EXIT.usage,
    en: ['there is no table of entities named %s', 'The collection has these: %s'],
    pt: ['não há tabela de entidades com o nome %s', 'A coleção tem estas: %s'],
  },
  TRF_EXPORT_NAME: {
    exit: EXIT.usage,
    en: ['%s is no name for a file of the format %s', 'Readers of the format want a name that ends in %s.'],
    pt: [
      '%s não serve de nome para um arquivo do formato %s',
      'Quem lê esse formato espera um nome terminado em %s.',
    ],
  },
  TRF_IMPORT_REFUSED: {
    exit: EXIT.usage,
    en: [
      '%s is not imported: %s',
      'Give WARC, ARC or WACZ files, whole and not encrypted, and with --out a new folder or one of an earlier import.',
    ],
    pt: [
      '%s não é importado: %s',
      'Informe arquivos WARC, ARC ou WACZ, inteiros e sem cifra, e com --out uma pasta nova ou a de outra importação.',
    ],
  },
  TRF_DATA_MISSING: {
    exit: EXIT.ok,
    en: ['no data found in %s', 'Give the folder of the corpus with --data.'],
    pt: ['nenhum dado encontrado em %s', 'Informe a pasta do corpus com --data.'],
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof KINDS;

export const ERROR_CODES = Object.keys(KINDS) as ErrorCode[];

function fill(template: string, values: readonly (string | number)[], from: number): [string, number] {
  let at = from;
  return [template.replace(/%s/g, () => String(values[at++] ?? '')), at];
}

export class TarrafaError extends Error {
  readonly code: ErrorCode;
  readonly exit: ExitCode;
  readonly #values: readonly (string | number)[];

  constructor(code: ErrorCode, values: readonly (string | number)[] = [], options?: ErrorOptions) {
    super(fill(KINDS[code].en[0], values, 0)[0], options);
    this.name = 'TarrafaError';
    this.code = code;
    this.exit = KINDS[code].exit;
    this.#values = values;
  }

  /** What fills the message and the advice: with the code, all that another thread needs to say the same. */
  get values(): readonly (string | number)[] {
    return this.#values;
  }

  /** What to tell a person, in their language. */
  explain(language: string): { readonly message: string; readonly advice: string } {
    const texts = KINDS[this.code][language.startsWith('pt') ? 'pt' : 'en'];
    const [message, advice] = language === 'pt-PT' ? texts.map(inPortugal) : texts;
    // The first value is what the error is about, never a reason.
    const values = this.#values.map((value, i) => (i === 0 ? value : inLanguage(value, language)));
    const [filled, used] = fill(message, values, 0);
    return { message: filled, advice: fill(advice, values, used)[0] };
  }
}

function inLanguage(value: string | number, language: string): string | number {
  if (typeof value === 'number' || !language.startsWith('pt')) return value;
  const reason = reasonInPortuguese(value);
  // What was not translated may be a name or an address: not ours to respell.
  return language === 'pt-PT' && reason !== value ? inPortugal(reason) : reason;
}

/** The few words of these messages that Portugal writes otherwise. */
function inPortugal(text: string): string {
  return text
    .replace(/\barquivo/g, 'ficheiro')
    .replace(/\bregistro/g, 'registo')
    .replace(/\bcontato\b/g, 'contacto')
    .replace(/\bcoleta/g, 'recolha')
    .replace('falar com você', 'contactá-lo');
}

/** Turns the file system's errno into ours, so that a full disk or a read-only folder speaks the same language everywhere. */
export function storageError(path: string, cause: unknown): TarrafaError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new TarrafaError('TRF_STORAGE_FULL', [path], { cause });
  const message = cause instanceof Error ? cause.message : String(cause);
  return new TarrafaError('TRF_STORAGE_DENIED', [path, message], { cause });
}
