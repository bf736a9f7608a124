/** What is said of a crawl that several machines share: `tarrafa cluster`, `tarrafa worker`, and the flags of other commands. */
import { inLanguages } from './in-languages.ts';

export const CLUSTER_WORDS = inLanguages(
  {
    about: 'coleta dividida por várias máquinas: prepara o banco de dados, mostra e comanda os trabalhadores',
    worker:
      'mais um trabalhador para uma coleta dividida por várias máquinas; pode parar e voltar quando quiser',
    address: 'banco de dados da coleta: postgres://usuário@servidor/banco (sem senha)',
    addressFile: 'arquivo com o endereço do banco de dados, que só você pode ler',
    timeToLive: 'silêncio depois do qual um trabalhador é dado como perdido, e os seus sites passam a outros',
    exchange:
      'full: os trabalhadores trocam os links que acham; firewall: cada um só visita a sua parte dos sites, e os links para as outras são contados e largados',
    partitions: 'em quantas partes dividir os sites, com --exchange firewall',
    store:
      'onde guardar o arquivo de todos os trabalhadores: uma pasta montada em todas as máquinas, ou s3://bucket/prefixo (as chaves vêm do ambiente)',
    storeEvery:
      'de quanto em quanto tempo o arquivo que está sendo escrito é fechado e enviado (padrão: 5min)',
    recover:
      'volta a pôr na fila o que se perdeu com a máquina de um trabalhador: as visitas cujas respostas não chegaram a ser guardadas',
    recoverName: 'nome ou número do trabalhador que não volta',
    recovered:
      '{queued} {queued|endereço perdido|endereços perdidos} com {worker} {queued|voltou|voltaram} à fila.',
    recoveredNothing: 'Nada se perdeu com {worker}: todas as suas respostas estão guardadas.',
    recoveredBare:
      '{bare} {bare|visita ficou sem a sua resposta, porque o site foi|visitas ficaram sem as suas respostas, porque os sites foram} dado como perdido.',
    analyse:
      'lê o que este trabalhador coleta para o catálogo comum, enquanto coleta; sem PostGIS no banco, falha',
    noAnalyse:
      'não lê o que este trabalhador coleta para o catálogo comum (lê-se sozinho, quando o banco tem PostGIS)',
    analysing: 'Lendo para o catálogo o que falta…',
    analysisFailed: 'A análise do que foi coletado parou: {why}. Continue com: tarrafa analyse --cluster',
    noAnalysis:
      'O banco de dados não tem PostGIS: coleta-se sem catálogo. Depois de instalá-lo: tarrafa analyse --cluster',
    readingTime: 'silêncio depois do qual outros ficam com os arquivos que este processo lia (padrão: 60s)',
    archives: 'pastas de trabalhadores que estão nesta máquina',
    cache: 'pasta das cópias do índice de busca (padrão: a de cache do usuário)',
    out: 'pasta deste trabalhador',
    init: 'cria as tabelas no banco de dados, ou traz as de uma versão anterior à deste programa',
    status: 'situação da coleta e dos seus trabalhadores',
    pause: 'suspende a coleta: os trabalhadores terminam o que têm em curso e esperam',
    resume: 'retoma uma coleta suspensa',
    stop: 'pede aos trabalhadores, ou só ao que for nomeado, que parem depois do que têm em curso',
    stopName: 'nome ou número do trabalhador; sem ele, todos',
    json: 'o resultado em JSON, também no terminal',
    exporting:
      'escreve a coleta numa pasta, como a de uma coleta de uma só máquina, quando ninguém trabalha nela',
    exportOut: 'pasta da coleta, que ainda não existe ou está vazia',
    exportFolders: 'pastas de trabalhadores, de onde vêm os arquivos e os registros de visitas',
    importing:
      'traz a coleta de uma pasta para um banco de dados vazio; a pasta passa a ser de um trabalhador',
    importFolder: 'pasta de uma coleta',
    movedUrls: '{urls} {urls|endereço|endereços}',
    exported:
      '{visited} {visited|endereço visitado|endereços visitados}, {queued} na fila e {files} {files|arquivo|arquivos} em {folder}. Continue com: tarrafa crawl --out {folder}',
    exportedWithout:
      '{visits} {visits|visita ficou|visitas ficaram} sem a resposta arquivada, que está nas pastas dos trabalhadores.',
    imported:
      '{known} {known|endereço conhecido|endereços conhecidos}, {queued} na fila e {visits} {visits|visita|visitas} em {cluster}. A pasta {folder} é agora do trabalhador {worker}. Continue com: tarrafa worker --cluster {cluster} --out {folder}',
    movedKept:
      'Com ela {things|veio|vieram} {things} {things|correção, dossiê ou busca guardada|correções, dossiês e buscas guardadas}.',
    importedUnread: '{lines} {lines|linha|linhas} do registro de visitas {lines|ficou|ficaram} de fora.',
    initDone: 'As tabelas estão prontas em {cluster}.',
    paused: 'A coleta está suspensa; continue com: tarrafa cluster resume --cluster {cluster}',
    resumed: 'A coleta continua.',
    stopping:
      '{workers} {workers|trabalhador vai|trabalhadores vão} parar depois do que {workers|tem|têm} em curso.',
    joined: 'Trabalhando como {name} na coleta de {cluster}.',
    away: 'O banco de dados não responde ({why}); espera-se por ele.',
    back: 'O banco de dados voltou.',
    storeAway:
      'O lugar do arquivo não aceita nada agora ({why}); a coleta continua, e os arquivos esperam nesta pasta.',
    storeBack: 'O lugar do arquivo voltou a aceitar.',
    storeRefused: 'O arquivo {file} nunca será aceito: {why}. Fica nesta pasta.',
    storing:
      'Enviando o resto do arquivo para {store}: {files} {files|arquivo|arquivos}, {size}. Ctrl-C duas vezes deixa-o para o próximo início nesta pasta.',
    storedAll: 'O arquivo está todo em {store}.',
    storedPart:
      '{files} {files|arquivo ficou|arquivos ficaram} nesta pasta ({size}); o próximo início nela envia-{files|o|os}.',
    urlQueued: 'Na fila: o {place}.º de {site}',
    urlRetry: 'Tenta-se outra vez depois de {at}',
    urlAgain: 'Visita-se de novo depois de {at}',
    urlFacts: 'prioridade {priority}, a {hops} {hops|link|links} de uma semente, tentativa {attempt}',
    urlDropped: 'Foi largado com o seu site, que não se visita mais.',
    urlUnderWay: 'Conhecido, sem nada à espera e sem visita: acaba de mudar de estado; pergunte outra vez.',
    siteIdle: 'nada à espera',
    siteReady: 'pronto para o próximo trabalhador',
    siteRests: 'descansa até {at}',
    siteLeased: 'com o trabalhador {worker}',
    siteParked: 'espera o endereço de rede, que está com {worker}',
    siteRetired: 'não se visita mais',
    siteCounts: '{queued} na fila, {collected} {collected|visita|visitas}',
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
    unsent: 'por enviar',
    unsentAge: '{size}, há {age}',
    archive: 'arquivo da coleta: {files} {files|arquivo WARC|arquivos WARC}, {size}, em {store}',
    lostVisits: 'perdidas com máquinas e postas de novo na fila: {visits} {visits|visita|visitas}',
    workerAway: '{name} não consegue enviar o seu arquivo: {why}',
    workerRefused: '{name} tem um arquivo que o lugar do arquivo da coleta não aceita, {file}: {why}',
    unstored:
      '{name} não está trabalhando e tem {files} {files|arquivo|arquivos} fora do lugar do arquivo da coleta. Comece-o de novo na sua pasta; se a máquina se perdeu: tarrafa cluster recover {name}',
    lost: 'perdido',
    leaving: 'a parar',
    longTransactions:
      'Atenção: {count} {count|transação aberta|transações abertas} há mais de um minuto no banco de dados; enquanto {count|durar|durarem}, as tabelas crescem.',
    lacksStandby:
      'Atenção: o banco de dados espera uma réplica síncrona que não responde; nada é confirmado até que ela volte.',
  },
  {
    about: 'recolha dividida por várias máquinas: prepara a base de dados, mostra e comanda os trabalhadores',
    worker:
      'mais um trabalhador para uma recolha dividida por várias máquinas; pode parar e voltar quando quiser',
    address: 'base de dados da recolha: postgres://utilizador@servidor/base (sem palavra-passe)',
    analyse:
      'lê o que este trabalhador recolhe para o catálogo comum, enquanto recolhe; sem PostGIS na base de dados, falha',
    noAnalyse:
      'não lê o que este trabalhador recolhe para o catálogo comum (lê-se sozinho, quando a base tem PostGIS)',
    analysing: 'A ler para o catálogo o que falta…',
    analysisFailed: 'A análise do que foi recolhido parou: {why}. Continue com: tarrafa analyse --cluster',
    noAnalysis:
      'A base de dados não tem PostGIS: recolhe-se sem catálogo. Depois de o instalar: tarrafa analyse --cluster',
    readingTime:
      'silêncio depois do qual outros ficam com os ficheiros que este processo lia (por omissão: 60s)',
    cache: 'pasta das cópias do índice de pesquisa (por omissão, a de cache do utilizador)',
    addressFile: 'ficheiro com o endereço da base de dados, que só o próprio pode ler',
    exchange:
      'full: os trabalhadores trocam as ligações que encontram; firewall: cada um só visita a sua parte dos sites, e as ligações para as outras são contadas e largadas',
    init: 'cria as tabelas na base de dados, ou traz as de uma versão anterior à deste programa',
    status: 'situação da recolha e dos seus trabalhadores',
    pause: 'suspende a recolha: os trabalhadores terminam o que têm em curso e esperam',
    resume: 'retoma uma recolha suspensa',
    exporting:
      'escreve a recolha numa pasta, como a de uma recolha de uma só máquina, quando ninguém trabalha nela',
    exportOut: 'pasta da recolha, que ainda não existe ou está vazia',
    exportFolders: 'pastas de trabalhadores, de onde vêm os ficheiros e os registos de visitas',
    importing:
      'traz a recolha de uma pasta para uma base de dados vazia; a pasta passa a ser de um trabalhador',
    importFolder: 'pasta de uma recolha',
    exported:
      '{visited} {visited|endereço visitado|endereços visitados}, {queued} na fila e {files} {files|ficheiro|ficheiros} em {folder}. Continue com: tarrafa crawl --out {folder}',
    movedKept:
      'Com ela {things|veio|vieram} {things} {things|correção, dossiê ou pesquisa guardada|correções, dossiês e pesquisas guardadas}.',
    importedUnread: '{lines} {lines|linha|linhas} do registo de visitas {lines|ficou|ficaram} de fora.',
    paused: 'A recolha está suspensa; continue com: tarrafa cluster resume --cluster {cluster}',
    resumed: 'A recolha continua.',
    joined: 'A trabalhar como {name} na recolha de {cluster}.',
    away: 'A base de dados não responde ({why}); espera-se por ela.',
    back: 'A base de dados voltou.',
    storeAway:
      'O lugar do arquivo não aceita nada agora ({why}); a recolha continua, e os ficheiros esperam nesta pasta.',
    storeRefused: 'O ficheiro {file} nunca será aceite: {why}. Fica nesta pasta.',
    storing:
      'A enviar o resto do arquivo para {store}: {files} {files|ficheiro|ficheiros}, {size}. Ctrl-C duas vezes deixa-o para o próximo início nesta pasta.',
    storedPart:
      '{files} {files|ficheiro ficou|ficheiros ficaram} nesta pasta ({size}); o próximo início nela envia-{files|o|os}.',
    storeEvery:
      'de quanto em quanto tempo o ficheiro que está a ser escrito é fechado e enviado (por omissão: 5min)',
    urlFacts: 'prioridade {priority}, a {hops} {hops|ligação|ligações} de uma semente, tentativa {attempt}',
    archive: 'arquivo da recolha: {files} {files|ficheiro WARC|ficheiros WARC}, {size}, em {store}',
    workerRefused: '{name} tem um ficheiro que o lugar do arquivo não aceita, {file}: {why}',
    unstored:
      '{name} não está a trabalhar e tem {files} {files|ficheiro|ficheiros} fora do lugar do arquivo. Comece-o de novo na sua pasta; se a máquina se perdeu: tarrafa cluster recover {name}',
    begun: 'começada em {date}',
    longTransactions:
      'Atenção: {count} {count|transação aberta|transações abertas} há mais de um minuto na base de dados; enquanto {count|durar|durarem}, as tabelas crescem.',
    lacksStandby:
      'Atenção: a base de dados espera uma réplica síncrona que não responde; nada é confirmado até que ela volte.',
  },
  {
    about: 'a crawl that several machines share: prepares the database, shows and directs the workers',
    worker: 'one more worker for a crawl that several machines share; it may stop and come back at will',
    address: 'database of the crawl: postgres://user@server/database (without a password)',
    addressFile: 'file with the address of the database, which only you may read',
    timeToLive: 'silence after which a worker is taken for lost, and its sites go to others',
    exchange:
      'full: workers exchange the links they find; firewall: each visits its part of the sites alone, and links to the others are counted and dropped',
    partitions: 'into how many parts the sites are divided, with --exchange firewall',
    store:
      'where the archive of all workers is kept: a folder that is mounted on all machines, or s3://bucket/prefix (keys come from the environment)',
    storeEvery: 'how often the file that is being written is ended and sent (default: 5min)',
    recover:
      'queue again what was lost with the machine of a worker: visits whose answers had not come into the store',
    recoverName: 'name or number of the worker that does not come back',
    recovered:
      '{queued} {queued|address|addresses} that {queued|was|were} lost with {worker} {queued|is|are} queued again.',
    recoveredNothing: 'Nothing was lost with {worker}: all its answers are stored.',
    recoveredBare:
      '{bare} {bare|visit stays without its answer, for its site was|visits stay without their answers, for their sites were} given up.',
    analyse:
      'read what this worker collects into the shared catalogue while it collects; fails without PostGIS in the database',
    noAnalyse:
      'do not read what this worker collects into the shared catalogue (done by itself where the database has PostGIS)',
    analysing: 'Reading what is left into the catalogue…',
    analysisFailed:
      'The analysis of what was collected has stopped: {why}. Go on with: tarrafa analyse --cluster',
    noAnalysis:
      'The database has no PostGIS: collecting without a catalogue. Once it is there: tarrafa analyse --cluster',
    readingTime: 'silence after which others take the files that this process was reading (default: 60s)',
    archives: 'folders of workers that stand on this machine',
    cache: 'folder of the copies of the search index (default: in the cache folder of the user)',
    out: 'folder of this worker',
    init: 'make the tables in the database, or bring those of an earlier version to that of this program',
    status: 'how the crawl and its workers stand',
    pause: 'suspend the crawl: workers finish what they have under way, and wait',
    resume: 'let a suspended crawl go on',
    stop: 'ask the workers, or the one that is named, to stop after what they have under way',
    stopName: 'name or number of the worker; without it, all',
    json: 'the result as JSON, on a terminal too',
    exporting: 'write the crawl into a folder, as that of a crawl by one machine, when nobody works on it',
    exportOut: 'folder of the crawl, which does not exist yet or is empty',
    exportFolders: 'folders of workers, from which archive files and logs of visits come',
    importing: 'take the crawl of a folder into an empty database; the folder becomes that of a worker',
    importFolder: 'folder of a crawl',
    movedUrls: '{urls} {urls|address|addresses}',
    exported:
      '{visited} {visited|address|addresses} visited, {queued} queued and {files} archive {files|file|files} in {folder}. Go on with: tarrafa crawl --out {folder}',
    exportedWithout:
      '{visits} {visits|visit has|visits have} no archived answer there: it stands in the folders of the workers.',
    imported:
      '{known} known {known|address|addresses}, {queued} queued and {visits} {visits|visit|visits} in {cluster}. The folder {folder} is now that of the worker {worker}. Go on with: tarrafa worker --cluster {cluster} --out {folder}',
    movedKept:
      '{things} {things|correction, dossier or saved search|corrections, dossiers and saved searches} came with it.',
    importedUnread: '{lines} {lines|line|lines} of the log of visits {lines|was|were} left out.',
    initDone: 'The tables stand in {cluster}.',
    paused: 'The crawl is suspended; go on with: tarrafa cluster resume --cluster {cluster}',
    resumed: 'The crawl goes on.',
    stopping: '{workers} {workers|worker|workers} will stop after what {workers|it has|they have} under way.',
    joined: 'Working as {name} on the crawl of {cluster}.',
    away: 'The database does not answer ({why}); waiting for it.',
    back: 'The database is back.',
    storeAway:
      'The store of the archive takes nothing now ({why}); the crawl goes on, and files wait in this folder.',
    storeBack: 'The store of the archive takes files again.',
    storeRefused: 'The file {file} will never be taken: {why}. It stays in this folder.',
    storing:
      'Sending the rest of the archive to {store}: {files} {files|file|files}, {size}. Ctrl-C twice leaves it for the next start in this folder.',
    storedAll: 'All of the archive is in {store}.',
    storedPart:
      '{files} {files|file is|files are} left in this folder ({size}); the next start in it sends {files|it|them}.',
    urlQueued: 'Queued: number {place} of {site}',
    urlRetry: 'To be tried again after {at}',
    urlAgain: 'To be visited again after {at}',
    urlFacts: 'priority {priority}, {hops} {hops|link|links} from a seed, try {attempt}',
    urlDropped: 'It was dropped with its site, which is visited no more.',
    urlUnderWay: 'Known, with nothing waiting and no visit: it is just changing; ask again.',
    siteIdle: 'nothing waits',
    siteReady: 'ready for the next worker',
    siteRests: 'rests until {at}',
    siteLeased: 'with the worker {worker}',
    siteParked: 'waits for its network address, which {worker} has',
    siteRetired: 'visited no more',
    siteCounts: '{queued} queued, {collected} {collected|visit|visits}',
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
    unsent: 'to be sent',
    unsentAge: '{size}, for {age}',
    archive: 'archive: {files} {files|file|files}, {size}, in {store}',
    lostVisits: 'lost with machines and queued again: {visits} {visits|visit|visits}',
    workerAway: '{name} cannot send its archive: {why}',
    workerRefused: '{name} has a file that the store does not take, {file}: {why}',
    unstored:
      '{name} does not work and has {files} {files|file|files} that the store lacks. Start it again in its folder; if its machine is gone: tarrafa cluster recover {name}',
    lost: 'lost',
    leaving: 'stopping',
    longTransactions:
      'Careful: {count} {count|transaction has|transactions have} been open in the database for more than a minute; while {count|it lasts|they last}, the tables grow.',
    lacksStandby:
      'Careful: the database waits for a synchronous standby that does not answer; nothing is committed until it is back.',
  },
);
