/** What is said of a crawl that several machines share: `tarrafa cluster`, `tarrafa worker`, and the flags of other commands. */
import { inLanguages } from './in-languages.ts';

export const CLUSTER_WORDS = inLanguages(
  {
    about: 'coleta dividida por várias máquinas: prepara o banco de dados, mostra e comanda os trabalhadores',
    worker:
      'mais um trabalhador para uma coleta dividida por várias máquinas; pode parar e voltar quando quiser',
    address: 'banco de dados da coleta: postgres://usuário@servidor/banco (sem senha)',
    addressFile: 'arquivo com o endereço do banco de dados, que só você pode ler',
    store:
      'onde guardar o arquivo da coleta: uma pasta que todas as máquinas alcancem, ou s3://balde/prefixo',
    timeToLive: 'silêncio depois do qual um trabalhador é dado como perdido, e os seus sites passam a outros',
    exchange:
      'full: os trabalhadores trocam os links que acham; firewall: cada um só visita a sua parte dos sites, e os links para as outras são contados e largados',
    partitions: 'em quantas partes dividir os sites, com --exchange firewall',
    out: 'pasta deste trabalhador',
    init: 'cria as tabelas no banco de dados, ou traz as de uma versão anterior à deste programa',
    status: 'situação da coleta e dos seus trabalhadores',
    pause: 'suspende a coleta: os trabalhadores terminam o que têm em curso e esperam',
    resume: 'retoma uma coleta suspensa',
    stop: 'pede aos trabalhadores, ou só ao que for nomeado, que parem depois do que têm em curso',
    stopName: 'nome ou número do trabalhador; sem ele, todos',
    export: 'leva a coleta inteira para uma pasta comum, que continua sem banco de dados',
    exportTo: 'pasta nova',
    exportFrom: 'pastas dos trabalhadores, quando o arquivo da coleta está nelas',
    import: 'traz a coleta de uma pasta para o banco de dados',
    importFrom: 'pasta da coleta',
    json: 'em JSON',
    initDone: 'As tabelas estão prontas em {cluster}.',
    paused: 'A coleta está suspensa; continue com: tarrafa cluster resume --cluster {cluster}',
    resumed: 'A coleta continua.',
    stopping:
      '{workers} {workers|trabalhador vai|trabalhadores vão} parar depois do que {workers|tem|têm} em curso.',
    joined: 'Trabalhando como {name} na coleta de {cluster}.',
    away: 'O banco de dados não responde ({why}); espera-se por ele.',
    back: 'O banco de dados voltou.',
    states: { running: 'em curso', paused: 'suspensa', stopped: 'parada' },
    begun: 'começada em {date}',
    pages: 'páginas',
    visits: 'visitas',
    known: 'endereços conhecidos',
    queued: 'na fila',
    received: 'recebidos',
    tables: 'tabelas',
    pagesLeft: 'páginas por fazer',
    sites:
      'sites: {ready} {ready|pronto|prontos}, {leased} com trabalhadores, {resting} em descanso, {parked} à espera de um endereço',
    workers: 'trabalhadores',
    noWorkers: 'Ninguém trabalha nela agora. Comece com: tarrafa worker --cluster {cluster}',
    columns: ['nome', 'máquina', 'páginas', 'pág./s', 'em curso', 'sites', 'calado há'],
    lost: 'perdido',
    leaving: 'a parar',
    longTransactions:
      'Atenção: {count} {count|transação aberta|transações abertas} há mais de um minuto no banco de dados; enquanto {count|durar|durarem}, as tabelas crescem.',
    lacksStandby:
      'Atenção: o banco de dados espera uma réplica síncrona que não responde; nada é confirmado até que ela volte.',
    exported:
      '{folder}: {visits} {visits|visita|visitas}, {queued} {queued|endereço|endereços} na fila, {files} {files|arquivo|arquivos} WARC. Continue com: tarrafa crawl --out {folder}',
    exportMissing:
      'Atenção: {files} {files|arquivo WARC não foi achado|arquivos WARC não foram achados}; {visits} {visits|visita voltou|visitas voltaram} para a fila.',
    imported:
      '{visits} {visits|visita|visitas} e {queued} {queued|endereço|endereços} na fila foram levados para {cluster}.',
    importArchive: 'O arquivo continua em {folder}.',
  },
  {
    about: 'recolha dividida por várias máquinas: prepara a base de dados, mostra e comanda os trabalhadores',
    worker:
      'mais um trabalhador para uma recolha dividida por várias máquinas; pode parar e voltar quando quiser',
    address: 'base de dados da recolha: postgres://utilizador@servidor/base (sem palavra-passe)',
    addressFile: 'ficheiro com o endereço da base de dados, que só o próprio pode ler',
    store:
      'onde guardar o arquivo da recolha: uma pasta que todas as máquinas alcancem, ou s3://balde/prefixo',
    exchange:
      'full: os trabalhadores trocam as ligações que encontram; firewall: cada um só visita a sua parte dos sites, e as ligações para as outras são contadas e largadas',
    init: 'cria as tabelas na base de dados, ou traz as de uma versão anterior à deste programa',
    status: 'situação da recolha e dos seus trabalhadores',
    pause: 'suspende a recolha: os trabalhadores terminam o que têm em curso e esperam',
    resume: 'retoma uma recolha suspensa',
    export: 'leva a recolha inteira para uma pasta comum, que continua sem base de dados',
    exportFrom: 'pastas dos trabalhadores, quando o arquivo da recolha está nelas',
    import: 'traz a recolha de uma pasta para a base de dados',
    importFrom: 'pasta da recolha',
    paused: 'A recolha está suspensa; continue com: tarrafa cluster resume --cluster {cluster}',
    resumed: 'A recolha continua.',
    joined: 'A trabalhar como {name} na recolha de {cluster}.',
    away: 'A base de dados não responde ({why}); espera-se por ela.',
    back: 'A base de dados voltou.',
    begun: 'começada em {date}',
    longTransactions:
      'Atenção: {count} {count|transação aberta|transações abertas} há mais de um minuto na base de dados; enquanto {count|durar|durarem}, as tabelas crescem.',
    lacksStandby:
      'Atenção: a base de dados espera uma réplica síncrona que não responde; nada é confirmado até que ela volte.',
    exported:
      '{folder}: {visits} {visits|visita|visitas}, {queued} {queued|endereço|endereços} na fila, {files} {files|ficheiro|ficheiros} WARC. Continue com: tarrafa crawl --out {folder}',
    exportMissing:
      'Atenção: {files} {files|ficheiro WARC não foi encontrado|ficheiros WARC não foram encontrados}; {visits} {visits|visita voltou|visitas voltaram} para a fila.',
  },
  {
    about: 'a crawl that several machines share: prepares the database, shows and directs the workers',
    worker: 'one more worker for a crawl that several machines share; it may stop and come back at will',
    address: 'database of the crawl: postgres://user@server/database (without a password)',
    addressFile: 'file with the address of the database, which only you may read',
    store: 'where the archive of the crawl is kept: a folder that all machines reach, or s3://bucket/prefix',
    timeToLive: 'silence after which a worker is taken for lost, and its sites go to others',
    exchange:
      'full: workers exchange the links they find; firewall: each visits its part of the sites alone, and links to the others are counted and dropped',
    partitions: 'into how many parts the sites are divided, with --exchange firewall',
    out: 'folder of this worker',
    init: 'make the tables in the database, or bring those of an earlier version to that of this program',
    status: 'how the crawl and its workers stand',
    pause: 'suspend the crawl: workers finish what they have under way, and wait',
    resume: 'let a suspended crawl go on',
    stop: 'ask the workers, or the one that is named, to stop after what they have under way',
    stopName: 'name or number of the worker; without it, all',
    export: 'take the whole crawl to an ordinary folder, which goes on without a database',
    exportTo: 'new folder',
    exportFrom: 'folders of the workers, when the archive of the crawl is there',
    import: 'take the crawl of a folder into the database',
    importFrom: 'folder of the crawl',
    json: 'as JSON',
    initDone: 'The tables stand in {cluster}.',
    paused: 'The crawl is suspended; go on with: tarrafa cluster resume --cluster {cluster}',
    resumed: 'The crawl goes on.',
    stopping: '{workers} {workers|worker|workers} will stop after what {workers|it has|they have} under way.',
    joined: 'Working as {name} on the crawl of {cluster}.',
    away: 'The database does not answer ({why}); waiting for it.',
    back: 'The database is back.',
    states: { running: 'running', paused: 'suspended', stopped: 'stopped' },
    begun: 'begun on {date}',
    pages: 'pages',
    visits: 'visits',
    known: 'known addresses',
    queued: 'queued',
    received: 'received',
    tables: 'tables',
    pagesLeft: 'pages left to make',
    sites: 'sites: {ready} ready, {leased} with workers, {resting} at rest, {parked} waiting for an address',
    workers: 'workers',
    noWorkers: 'Nobody works on it now. Begin with: tarrafa worker --cluster {cluster}',
    columns: ['name', 'machine', 'pages', 'pages/s', 'under way', 'sites', 'silent for'],
    lost: 'lost',
    leaving: 'stopping',
    longTransactions:
      'Careful: {count} {count|transaction has|transactions have} been open in the database for more than a minute; while {count|it lasts|they last}, the tables grow.',
    lacksStandby:
      'Careful: the database waits for a synchronous standby that does not answer; nothing is committed until it is back.',
    exported:
      '{folder}: {visits} {visits|visit|visits}, {queued} {queued|address|addresses} queued, {files} WARC {files|file|files}. Go on with: tarrafa crawl --out {folder}',
    exportMissing:
      'Careful: {files} WARC {files|file was|files were} not found; {visits} {visits|visit is|visits are} queued again.',
    imported:
      '{visits} {visits|visit|visits} and {queued} queued {queued|address|addresses} were taken to {cluster}.',
    importArchive: 'The archive stays in {folder}.',
  },
);
