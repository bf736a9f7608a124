/** What is said of every error of src/errors.ts: the message with its values by number, and what to do about it. */
import { inLanguages } from './in-languages.ts';

export const ERROR_WORDS = inLanguages(
  {
    TRF_URL_MALFORMED: {
      message: 'endereço que não serve: {0} ({1})',
      advice: 'Informe um endereço http ou https completo.',
    },
    TRF_SCOPE_UNKNOWN: {
      message: 'escopo desconhecido: {0}',
      advice: 'Use br, pt, lusofonia, seeds, any ou uma lista de domínios separados por vírgulas.',
    },
    TRF_POLICY_UNKNOWN: { message: 'política desconhecida: {0}', advice: 'Use uma destas: {1}.' },
    TRF_PERIOD_EMPTY: {
      message: 'o período está vazio',
      advice: 'Informe um ano, dois extremos, como em 1939..1945, ou um período por extenso.',
    },
    TRF_PERIOD_UNKNOWN: {
      message: 'não é um período: {0}',
      advice:
        'Use 2001, 1939..1945, 2001-09..2001-12, 2001-09-11, século XIX ou um nome a que a configuração dê um período ("periods").',
    },
    TRF_PERIOD_REVERSED: {
      message: 'o período termina antes de começar: {0}',
      advice: 'Ponha primeiro o extremo mais antigo, como em 1939..1945.',
    },
    TRF_CONFIG_INVALID: {
      message: 'a configuração {0} não é válida: {1}',
      advice: 'Corrija o valor indicado; --help e docs/configuration.md dizem o que pode ser.',
    },
    TRF_INPUT_MISSING: {
      message: 'não é possível ler {0}: {1}',
      advice:
        'Verifique o caminho: tem de existir, poder ser lido e ter o que este comando lê (veja --help).',
    },
    TRF_CONTENT_MEMORY: {
      message: 'isto não é a memória de um site: {0}',
      advice: 'Refaça-a com `tarrafa content memory <páginas> --out <arquivo>`.',
    },
    TRF_CONTENT_NOT_HTML: {
      message: '{0} não é uma página: {1}',
      advice: 'Indique HTML, uma pasta de páginas ou um arquivo WARC; converta antes outros formatos.',
    },
    TRF_CONTENT_NO_PAGES: {
      message: 'nenhuma página foi lida de {0}: {1}',
      advice: 'Indique arquivos HTML, uma pasta que os tenha, a pasta de uma coleta ou um arquivo WARC.',
    },
    TRF_CONTENT_TOO_FEW: {
      message: 'as páginas de {0} são poucas para aprender: é preciso ter ao menos {1} de um mesmo site',
      advice: 'Dê mais páginas do mesmo site; só várias delas mostram o que ele repete.',
    },
    TRF_CONTENT_MODEL: {
      message: 'o modelo de página distribuído não é o que se faz com {0}: {1}',
      advice: 'Refaça-o com o comando que está nele, e grave-o em src/content/page-model-data.ts com --out.',
    },
    TRF_CONTENT_GOLD: {
      message: '{0} não é um conjunto de dados marcado: {1}',
      advice: 'Faça-o com `tarrafa content gold choose`, e marque-o com `tarrafa content gold mark`.',
    },
    TRF_GEO_AREA_UNKNOWN: {
      message: 'nem lugar nem caixa: {0}',
      advice:
        'Informe o nome de um lugar, com o estado se houver vários ("Santa Cruz, RN"), ou oeste,sul,leste,norte em graus.',
    },
    TRF_GEO_AREA_TWICE: { message: 'foram dados --within e --intersects', advice: 'Informe só um deles.' },
    TRF_SEEDS_EMPTY: {
      message: 'não há nenhuma semente que sirva ({0})',
      advice: 'Informe ao menos um endereço, ou um arquivo de endereços com --seeds.',
    },
    TRF_CONTACT_MISSING: {
      message: 'uma coleta da Web pública precisa de um contato no seu User-Agent',
      advice: 'Informe --contact com uma página ou um e-mail seu, ou defina TARRAFA_CONTACT.',
    },
    TRF_CONTACT_INVALID: {
      message: 'contato que não serve: {0}',
      advice: 'Informe uma página (https://…) ou um e-mail em que o dono de um site possa falar com você.',
    },
    TRF_FOLDER_NOT_A_CRAWL: {
      message: '{0} não contém uma coleta',
      advice: 'Informe a pasta que foi dada a --out.',
    },
    TRF_FOLDER_BUSY: {
      message: 'a pasta {0} está em uso pelo processo {1}',
      advice: 'Espere que ele termine, ou escolha outra pasta com --out.',
    },
    TRF_FOLDER_VERSION: {
      message: '{0} foi escrita no formato {1}; esta versão lê o formato {2}',
      advice: 'Use a versão da Tarrafa que a escreveu, ou recomece com --fresh.',
    },
    TRF_FORMAT_NEWER: {
      message: '{0} foi escrito por uma Tarrafa mais nova (formato {1}; esta conhece até o {2})',
      advice: 'Atualize a Tarrafa; nada foi alterado.',
    },
    TRF_SETTINGS_CHANGED: {
      message: 'a coleta em {0} foi iniciada com outras opções: {1}',
      advice: 'Repita as opções do início, escolha outra pasta com --out, ou recomece com --fresh.',
    },
    TRF_STORAGE_FULL: {
      message: 'não há espaço para escrever {0}',
      advice: 'Libere espaço e repita o comando: nada do que foi coletado se perde.',
    },
    TRF_STORAGE_DENIED: {
      message: 'não é possível escrever {0}: {1}',
      advice: 'Verifique as permissões da pasta, ou escolha outra com --out.',
    },
    TRF_STORAGE_UNREADABLE: {
      message: 'não é possível ler {0}: {1}',
      advice: 'Verifique o disco e repita o comando: nada do que foi coletado se perde.',
    },
    TRF_STORAGE_DAMAGED: {
      message: '{0} está danificado no byte {1}: {2}',
      advice:
        '`tarrafa warc check` diz o que está inteiro no arquivo; `tarrafa repair` refaz a partir dele o resto de uma coleta.',
    },
    TRF_RULE_INVALID: {
      message: 'não é uma regra de extração: {0} ({1})',
      advice:
        'docs/entities.md mostra a forma de uma regra; aprenda o extrator de novo se o arquivo foi danificado.',
    },
    TRF_ENGINE_MISSING: {
      message: 'o banco de dados de grafos {0} não está instalado',
      advice: 'Instale-o com: npm install {1}',
    },
    TRF_ENGINE_UNKNOWN: {
      message: 'não é um motor de regras: {0}',
      advice:
        'Use grafeo, grafeo:<pasta> ou bolt://host:porta (experimental); usuário e senha vêm de TARRAFA_BOLT_USER e TARRAFA_BOLT_PASSWORD.',
    },
    TRF_WRAPPER_INVALID: {
      message: 'o arquivo de extração {0} não pode ser usado: {1}',
      advice: 'Corrija o ponto indicado, ou aprenda-o de novo com: tarrafa entities learn',
    },
    TRF_TIME_PATTERNS: {
      message: 'o arquivo de padrões {0} não pode ser usado: {1}',
      advice: 'Corrija o ponto indicado, ou minere-os de novo com: tarrafa time mine <corpus> --json',
    },
    TRF_ENTITY_ALONE: {
      message: 'nenhuma outra página como {0} foi achada no site ({1})',
      advice:
        'Informe a página de uma coisa só (uma pessoa, um produto) a que uma lista do site leve; --height procura mais acima.',
    },
    TRF_ENTITY_NO_TABLE: {
      message: 'as {0} páginas achadas como {1} não têm em comum dados que variem',
      advice:
        'Podem ser de modelos diferentes, ou não ser páginas de uma coisa só; veja-as com: tarrafa entities discover',
    },
    TRF_ATTRIBUTE_UNKNOWN: { message: 'não há o atributo {0} ({1})', advice: 'Use um destes: {2}' },
    TRF_WANTED_MISSING: {
      message: 'nenhum texto de {0} é {1}',
      advice: 'Copie o valor como a página o mostra, inteiro e sem o rótulo: --want "nome=Fulano de Tal"',
    },
    TRF_SELECTION_LACKS: {
      message: 'escolher colunas por {0}: {1}',
      advice: 'docs/entities.md diz o que cada maneira de escolher colunas pede.',
    },
    TRF_SELECTION_FILE: {
      message: 'o arquivo {0} não serve para escolher colunas: {1}',
      advice:
        'Atributos aprendidos: tarrafa entities learn-attributes. Valores conhecidos: CSV com os atributos na primeira linha, ou JSON Lines.',
    },
    TRF_OUTPUT_FORM: {
      message: 'forma de saída desconhecida: {0}',
      advice: 'Dê um arquivo que termine em .csv, .jsonl ou .parquet.',
    },
    TRF_REQUEST_INVALID: {
      message: 'o pedido não é válido: {0}',
      advice: 'A descrição de todas as chamadas está em /api/v1/openapi.json.',
    },
    TRF_NOT_FOUND: {
      message: 'não há nada assim aqui: {0}',
      advice:
        'Confira o nome ou o endereço: `tarrafa search` acha páginas, e o `list` de um comando mostra o que há; na API, /api/v1/collections.',
    },
    TRF_CURSOR_INVALID: {
      message: 'não é um cursor desta lista: {0}',
      advice: 'Recomece sem cursor e devolva o valor de "next" tal como ele veio.',
    },
    TRF_CONCORDANCE_WORDS: {
      message: 'não dá uma concordância: "{0}": {1}',
      advice:
        'Escreva uma ou mais palavras; um * sozinho entre elas vale por uma palavra qualquer: "não * de".',
    },
    TRF_CONCORDANCE_LARGE: {
      message: 'seria preciso ler {0} páginas, e aqui são lidas no máximo {1}',
      advice:
        'Restrinja a consulta, peça uma amostra ou outra ordem (páginas, ano ou site); o comando "tarrafa concordance" ordena tudo.',
    },
    TRF_TOKEN_MISSING: {
      message: 'isto exige o token do servidor',
      advice:
        'Envie-o como "Authorization: Bearer <token>"; `tarrafa serve` mostra-o no endereço ao começar.',
    },
    TRF_HOST_REFUSED: {
      message: 'o servidor não atende pelo nome {0}',
      advice: 'Abra o endereço que `tarrafa serve` mostrou; para ouvir em outro lugar, inicie-o com --host.',
    },
    TRF_ORIGIN_REFUSED: {
      message: 'pedidos de páginas de {0} são recusados',
      advice: 'Use a página do próprio servidor, ou um programa.',
    },
    TRF_REPLAY_KEY: {
      message: 'a permissão de executar os scripts desta página acabou',
      advice: 'Ela vale por uma hora. Abra a cópia de novo e peça outra vez que os scripts sejam executados.',
    },
    TRF_SERVER_BUSY: {
      message: 'chamadas demais deste tipo ao mesmo tempo: {0}',
      advice: 'Tente de novo em alguns segundos.',
    },
    TRF_TIME_OUT: {
      message: '{0} levou mais de {1} s e foi abandonado',
      advice: 'Peça menos, ou use o comando correspondente.',
    },
    TRF_CRAWL_EXISTS: {
      message: 'já existe uma coleta chamada {0}',
      advice: 'Escolha outro nome, ou retome essa coleta.',
    },
    TRF_CRAWL_STATE: {
      message: 'a coleta {0} não pode fazer isso agora: está {1}',
      advice: 'Veja a situação dela e escolha o que cabe.',
    },
    TRF_CRAWL_REFUSED: {
      message: 'a coleta não pôde começar: {0}',
      advice: 'Corrija a opção indicada; `tarrafa crawl --help` explica todas.',
    },
    TRF_CRAWL_UNCHANGED: {
      message: 'a coleta {0} ficou como estava: {1}',
      advice: 'Corrija o que foi pedido e peça de novo.',
    },
    TRF_PORT_TAKEN: {
      message: 'a porta {0} de {1} está ocupada',
      advice: 'Escolha outra com --port, ou omita --port para usar a próxima livre.',
    },
    TRF_HOST_UNUSABLE: {
      message: 'não é possível ouvir em {0}: {1}',
      advice: 'Informe um endereço desta máquina, como 0.0.0.0 ou 192.168.0.10.',
    },
    TRF_TOKEN_WEAK: {
      message: 'o token é curto demais ({0} caracteres)',
      advice: 'Use ao menos 16 caracteres, ou omita-o: um é criado.',
    },
    TRF_INTERNAL: {
      message: 'algo falhou dentro do servidor',
      advice: 'O registro dele tem os detalhes; relate-o com eles, por favor.',
    },
    TRF_CATALOGUE_NEWER: {
      message: '{0} foi escrito por uma Tarrafa mais nova (versão {1}; esta conhece até a {2})',
      advice: 'Atualize a Tarrafa, ou refaça o catálogo a partir do acervo: tarrafa analyse <pasta> --fresh',
    },
    TRF_CATALOGUE_OTHER: {
      message: '{0} não é um catálogo da Tarrafa',
      advice: 'Indique um catalogue.db escrito por tarrafa analyse, ou outro caminho para um novo.',
    },
    TRF_CATALOGUE_DAMAGED: {
      message: 'o catálogo {0} está danificado: {1}',
      advice:
        'Um disco que falhou ao ler parece o mesmo: tente mais uma vez. Nada do que foi coletado se perdeu: refaça-o a partir do acervo com tarrafa analyse <pasta> --fresh',
    },
    TRF_CATALOGUE_BUSY: {
      message: 'o catálogo {0} está sendo escrito por outro processo',
      advice: 'Espere que ele termine e repita o comando.',
    },
    TRF_CORRECTION_INVALID: {
      message: 'a página não se corrige assim: {0}',
      advice: 'Veja `tarrafa correct --help`; nada foi mudado.',
    },
    TRF_KEPT_STALE: {
      message: '{0} foi mudado por outra pessoa enquanto isso (versão {1}; a sua mudança partiu da {2})',
      advice: 'Nada foi escrito. Veja como está agora e repita a mudança, se ainda for o caso.',
    },
    TRF_KEPT_LARGE: {
      message: '{0} é grande demais para ser guardado: {1} caracteres',
      advice: 'Cabem {2}. Divida-o em dois.',
    },
    TRF_EXPORT_KIND: {
      message: '{0} não se exporta como {1}',
      advice: 'Desse modo se exporta um destes: {2}.',
    },
    TRF_EXPORT_TABLE: {
      message: 'não há tabela de entidades com o nome {0}',
      advice: 'A coleção tem estas: {1}',
    },
    TRF_EXPORT_NAME: {
      message: '{0} não serve de nome para um arquivo do formato {1}',
      advice: 'Quem lê esse formato espera um nome terminado em {2}.',
    },
    TRF_FORGET_TARGET: {
      message: 'não se sabe o que esquecer por: {0}',
      advice:
        'Dê um endereço inteiro (https://exemplo.com.br/pagina), um site (site:exemplo.com.br), ou um começo com um asterisco no fim (https://exemplo.com.br/pessoas/*).',
    },
    TRF_FORGET_REFUSED: {
      message: 'não se esquece nada em {0}: {1}',
      advice:
        'Esquece-se em coleções de uma pasta própria, feitas com tarrafa crawl ou tarrafa import. Leia docs/forget.md.',
    },
    TRF_IMPORT_REFUSED: {
      message: '{0} não é importado: {1}',
      advice:
        'Informe arquivos WARC, ARC ou WACZ, inteiros e sem cifra, e com --out uma pasta nova ou a de outra importação.',
    },
    TRF_CLUSTER_ADDRESS: {
      message: 'não é o endereço de um banco de dados: {0}',
      advice:
        'Use postgres://usuário@servidor/banco; vários servidores separam-se por vírgulas, e ?schema= e ?sslmode= são aceitos.',
    },
    TRF_CLUSTER_PASSWORD: {
      message: 'há uma senha no endereço {0}: outros a veriam na lista de processos',
      advice:
        'Dê a senha na variável PGPASSWORD, no arquivo ~/.pgpass, ou o endereço inteiro num arquivo com --cluster-file.',
    },
    TRF_CLUSTER_FILE_OPEN: {
      message: 'o arquivo {0} tem uma senha e outros podem lê-lo',
      advice: 'Feche-o aos outros: chmod 600.',
    },
    TRF_CLUSTER_UNREACHABLE: {
      message: 'o banco de dados {0} não responde: {1}',
      advice:
        'Verifique o endereço, a senha e se o servidor está no ar; nada se perdeu, e o mesmo comando continua.',
    },
    TRF_CLUSTER_REFUSED: {
      message: 'o banco de dados {0} não deixa entrar: {1}',
      advice:
        'A senha vem de PGPASSWORD, de ~/.pgpass ou do arquivo de --cluster-file. Quem administra o servidor cria o usuário e o banco dele: CREATE DATABASE … OWNER ….',
    },
    TRF_CLUSTER_STOPPED: {
      message: 'a coleta de {0} está parada',
      advice:
        'Quem a comanda deixa-a continuar com `tarrafa cluster resume`; o mesmo comando trabalha então nela.',
    },
    TRF_CLUSTER_EMPTY: {
      message: 'não há coleta no banco de dados {0}',
      advice: 'Comece uma com `tarrafa crawl … --cluster`.',
    },
    TRF_CLUSTER_VERSION: {
      message: 'as tabelas são da versão {0} e este programa é da versão {1}',
      advice:
        'Use a mesma versão do Tarrafa em todas as máquinas; `tarrafa cluster init` traz tabelas antigas à versão do programa.',
    },
    TRF_CLUSTER_FENCED: {
      message: 'o trabalhador {0} foi dado como perdido, e outros ficaram com os seus sites',
      advice: 'Comece-o de novo: nada se perdeu. Se acontece muitas vezes, veja a carga da máquina e a rede.',
    },
    TRF_FOLDER_OF_WORKER: {
      message: 'a pasta {0} é do trabalhador {1} da coleta em {2}',
      advice: 'Continue-a com `tarrafa worker --cluster … --out {0}`, ou escolha outra pasta.',
    },
    TRF_CLUSTER_TAKEN: {
      message: 'o banco de dados {0} já tem uma coleta',
      advice: 'Traga a pasta para um banco de dados vazio.',
    },
    TRF_CLUSTER_BUSY: {
      message: 'há quem trabalhe na coleta de {0}: {1}',
      advice: 'Pare os trabalhadores com `tarrafa cluster stop`, e tente de novo quando tiverem parado.',
    },
    TRF_FOLDER_NO_WORKER: {
      message: 'a pasta {0} não é de um trabalhador',
      advice: 'Dê a pasta dita a `tarrafa worker --out`.',
    },
    TRF_FOLDER_NOT_EMPTY: {
      message: 'já há alguma coisa na pasta {0}',
      advice: 'Escolha uma pasta que não exista ou esteja vazia.',
    },
    TRF_FOLDER_OF_DESK: {
      message:
        'a pasta {0} é do balcão de voluntários da coleta em {1}: o que trouxeram só conta como diz o banco de dados',
      advice: 'Use --cluster, que sabe o que conta; a um trabalhador dê outra pasta.',
    },
    TRF_FOLDER_NOT_OF_WORKER: {
      message: 'a pasta {0} tem uma coleta só dela',
      advice: 'Escolha outra pasta para o trabalhador.',
    },
    TRF_LEASE_UNKNOWN: {
      message: 'esse trabalho não está mais com este voluntário: {0}',
      advice: 'Peça trabalho de novo: o que não foi entregue a tempo já é de outros.',
    },
    TRF_PROXY: {
      message: 'por este proxy não se chega a nenhum servidor ({0}): {1}',
      advice:
        'Verifique o endereço, o usuário e a senha de --proxy, e repita o comando: o que foi coletado fica.',
    },
    TRF_DESK_UNREACHABLE: {
      message: 'o balcão {0} não responde: {1}',
      advice: 'Verifique o endereço e a rede; o mesmo comando tenta de novo.',
    },
    TRF_DESK_REFUSED: {
      message: 'o balcão {0} não aceita este voluntário: {1}',
      advice:
        'Fale com quem administra a coleta: é preciso um token válido, num arquivo só seu (--token-file).',
    },
    TRF_CLUSTER_POSTGIS: {
      message: 'falta o PostGIS no banco de dados {0}: {1}',
      advice:
        'Peça a quem administra o servidor que instale o pacote do PostGIS e execute nesse banco: CREATE EXTENSION postgis;',
    },
    TRF_ARCHIVE_AWAY: {
      message: 'o registro está só na máquina do trabalhador {0}',
      advice:
        'Espere que o trabalhador o envie para o depósito da coleta, ou indique a pasta dele a este servidor com --archives.',
    },
    TRF_STORE_INVALID: {
      message: 'não é um lugar para o arquivo: {0} ({1})',
      advice: 'Use uma pasta que todas as máquinas alcancem, ou s3://bucket/prefixo.',
    },
    TRF_STORE_UNREACHABLE: {
      message: 'o arquivo em {0} não responde: {1}',
      advice: 'Verifique o endereço, as chaves e a rede; o que não foi enviado está na pasta do trabalhador.',
    },
    TRF_STORE_SECRET: {
      message: 'há uma chave no endereço do arquivo {0}: outros a veriam na lista de processos',
      advice:
        'Dê as chaves em AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY, ou no arquivo ~/.aws/credentials, e troque a que esteve à vista.',
    },
    TRF_STORE_KEYS: {
      message: 'não há chaves para o arquivo {0}: {1}',
      advice:
        'Defina AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY, ou ponha-as no arquivo ~/.aws/credentials (AWS_SHARED_CREDENTIALS_FILE e AWS_PROFILE indicam outro).',
    },
    TRF_STORE_REFUSED: {
      message: 'o arquivo em {0} recusa o pedido: {1}',
      advice:
        'Verifique o bucket, a região e o que as chaves permitem; o que não foi enviado está na pasta do trabalhador.',
    },
    TRF_STORE_NAME: {
      message: 'não serve de nome no arquivo: {0}',
      advice: 'Use letras sem acento, algarismos, ponto, hífen e sublinhado, em partes separadas por barras.',
    },
    TRF_STORE_MISSING: {
      message: 'não há {0} no arquivo em {1}',
      advice: 'Verifique o endereço e o nome; o que ainda não foi enviado está na pasta do trabalhador.',
    },
    TRF_STORE_TAKEN: {
      message: 'o arquivo em {1} já tem {0}, com outros bytes',
      advice:
        'Nada foi substituído. Dê a cada trabalhador um nome só seu; o que não foi enviado está na pasta dele.',
    },
    TRF_STORE_CHANGED: {
      message: '{0} mudou enquanto era lido do arquivo em {1}',
      advice: 'O que está no arquivo não muda: veja quem mais escreve nele, e repita o comando.',
    },
    TRF_STORE_OTHER: {
      message: 'não se pode guardar o arquivo desta coleta em {0}: já é guardado em {1}',
      advice:
        'Repita o comando sem --store. Enquanto nada foi guardado e ninguém trabalha na coleta, o lugar ainda pode mudar.',
    },
    TRF_WORKER_UNKNOWN: {
      message: 'nenhum trabalhador se chama {0} na coleta de {1}',
      advice: 'Os nomes estão em `tarrafa cluster status`.',
    },
    TRF_WORKER_ALIVE: {
      message: 'o trabalhador {0} está vivo',
      advice:
        'Só o que se perdeu com a máquina é coletado de novo. Pare o trabalhador, ou espere que seja dado como perdido.',
    },
  },
  {
    TRF_URL_MALFORMED: { advice: 'Indique um endereço http ou https completo.' },
    TRF_SCOPE_UNKNOWN: { message: 'âmbito desconhecido: {0}' },
    TRF_PERIOD_EMPTY: {
      advice: 'Indique um ano, dois extremos, como em 1939..1945, ou um período por extenso.',
    },
    TRF_CONTENT_MEMORY: {
      message: 'isto não é a memória de um sítio: {0}',
      advice: 'Refaça-a com `tarrafa content memory <páginas> --out <ficheiro>`.',
    },
    TRF_CONTENT_NOT_HTML: {
      advice: 'Indique HTML, uma pasta de páginas ou um ficheiro WARC; converta antes outros formatos.',
    },
    TRF_CONTENT_NO_PAGES: {
      advice: 'Indique ficheiros HTML, uma pasta que os tenha, a pasta de uma recolha ou um ficheiro WARC.',
    },
    TRF_CONTENT_TOO_FEW: {
      message: 'as páginas de {0} são poucas para aprender: são precisas pelo menos {1} de um mesmo sítio',
      advice: 'Dê mais páginas do mesmo sítio; só várias delas mostram o que ele repete.',
    },
    TRF_GEO_AREA_UNKNOWN: {
      advice:
        'Indique o nome de um lugar, com o estado se houver vários ("Santa Cruz, RN"), ou oeste,sul,leste,norte em graus.',
    },
    TRF_GEO_AREA_TWICE: { advice: 'Indique só um deles.' },
    TRF_SEEDS_EMPTY: {
      advice: 'Indique pelo menos um endereço, ou um ficheiro de endereços com --seeds.',
    },
    TRF_CONTACT_MISSING: {
      message: 'uma recolha da Web pública precisa de um contacto no seu User-Agent',
      advice: 'Indique --contact com uma página ou um e-mail seu, ou defina TARRAFA_CONTACT.',
    },
    TRF_CONTACT_INVALID: {
      message: 'contacto que não serve: {0}',
      advice: 'Indique uma página (https://…) ou um e-mail em que o dono de um sítio possa contactá-lo.',
    },
    TRF_FOLDER_NOT_A_CRAWL: {
      message: '{0} não contém uma recolha',
      advice: 'Indique a pasta que foi dada a --out.',
    },
    TRF_FORMAT_NEWER: {
      message: '{0} foi escrito por uma Tarrafa mais recente (formato {1}; esta conhece até ao {2})',
    },
    TRF_PROXY: {
      advice:
        'Verifique o endereço, o utilizador e a palavra-passe de --proxy, e repita o comando: o que foi recolhido fica.',
    },
    TRF_SETTINGS_CHANGED: { message: 'a recolha em {0} foi iniciada com outras opções: {1}' },
    TRF_STORAGE_FULL: {
      advice: 'Liberte espaço e repita o comando: nada do que foi recolhido se perde.',
    },
    TRF_STORAGE_UNREADABLE: {
      advice: 'Verifique o disco e repita o comando: nada do que foi recolhido se perde.',
    },
    TRF_STORAGE_DAMAGED: {
      advice:
        '`tarrafa warc check` diz o que está inteiro no arquivo; `tarrafa repair` refaz a partir dele o resto de uma recolha.',
    },
    TRF_RULE_INVALID: {
      advice:
        'docs/entities.md mostra a forma de uma regra; aprenda o extrator de novo se o ficheiro foi danificado.',
    },
    TRF_ENGINE_MISSING: { message: 'a base de dados de grafos {0} não está instalada' },
    TRF_ENGINE_UNKNOWN: {
      advice:
        'Use grafeo, grafeo:<pasta> ou bolt://host:porta (experimental); utilizador e palavra-passe vêm de TARRAFA_BOLT_USER e TARRAFA_BOLT_PASSWORD.',
    },
    TRF_WRAPPER_INVALID: { message: 'o ficheiro de extração {0} não pode ser usado: {1}' },
    TRF_TIME_PATTERNS: { message: 'o ficheiro de padrões {0} não pode ser usado: {1}' },
    TRF_ENTITY_ALONE: {
      message: 'nenhuma outra página como {0} foi encontrada no sítio ({1})',
      advice:
        'Indique a página de uma coisa só (uma pessoa, um produto) a que uma lista do sítio leve; --height procura mais acima.',
    },
    TRF_ENTITY_NO_TABLE: {
      message: 'as {0} páginas encontradas como {1} não têm em comum dados que variem',
    },
    TRF_SELECTION_FILE: { message: 'o ficheiro {0} não serve para escolher colunas: {1}' },
    TRF_OUTPUT_FORM: { advice: 'Dê um ficheiro que termine em .csv, .jsonl ou .parquet.' },
    TRF_NOT_FOUND: {
      advice:
        'Verifique o nome ou o endereço: `tarrafa search` encontra páginas, e o `list` de um comando mostra o que há; na API, /api/v1/collections.',
    },
    TRF_HOST_REFUSED: {
      advice: 'Abra o endereço que `tarrafa serve` mostrou; para ouvir noutro lugar, inicie-o com --host.',
    },
    TRF_SERVER_BUSY: {
      message: 'demasiadas chamadas deste tipo ao mesmo tempo: {0}',
      advice: 'Tente novamente dentro de alguns segundos.',
    },
    TRF_TIME_OUT: { message: '{0} demorou mais de {1} s e foi abandonado' },
    TRF_CRAWL_EXISTS: {
      message: 'já existe uma recolha chamada {0}',
      advice: 'Escolha outro nome, ou retome essa recolha.',
    },
    TRF_CRAWL_STATE: {
      message: 'a recolha {0} não pode fazer isso agora: está {1}',
      advice: 'Veja o estado dela e escolha o que se aplica.',
    },
    TRF_CRAWL_REFUSED: { message: 'a recolha não pôde começar: {0}' },
    TRF_CRAWL_UNCHANGED: {
      message: 'a recolha {0} ficou como estava: {1}',
      advice: 'Corrija o que foi pedido e peça de novo.',
    },
    TRF_HOST_UNUSABLE: { advice: 'Indique um endereço desta máquina, como 0.0.0.0 ou 192.168.0.10.' },
    TRF_TOKEN_WEAK: {
      message: 'o token é demasiado curto ({0} caracteres)',
      advice: 'Use pelo menos 16 caracteres, ou omita-o: é criado um.',
    },
    TRF_INTERNAL: { advice: 'O registo dele tem os pormenores; comunique o problema com eles, por favor.' },
    TRF_CATALOGUE_NEWER: {
      message: '{0} foi escrito por uma Tarrafa mais recente (versão {1}; esta conhece até à {2})',
    },
    TRF_CATALOGUE_DAMAGED: {
      advice:
        'Um disco que falhou a ler parece o mesmo: tente mais uma vez. Nada do que foi recolhido se perdeu: refaça-o a partir do acervo com tarrafa analyse <pasta> --fresh',
    },
    TRF_CATALOGUE_BUSY: { message: 'o catálogo {0} está a ser escrito por outro processo' },
    TRF_KEPT_LARGE: { message: '{0} é demasiado grande para ser guardado: {1} caracteres' },
    TRF_EXPORT_NAME: { message: '{0} não serve de nome para um ficheiro do formato {1}' },
    TRF_FORGET_TARGET: {
      advice:
        'Indique um endereço inteiro (https://exemplo.pt/pagina), um sítio (site:exemplo.pt), ou um início com um asterisco no fim (https://exemplo.pt/pessoas/*).',
    },
    TRF_IMPORT_REFUSED: {
      advice:
        'Indique ficheiros WARC, ARC ou WACZ, inteiros e sem cifra, e com --out uma pasta nova ou a de outra importação.',
    },
    TRF_CLUSTER_ADDRESS: {
      message: 'não é o endereço de uma base de dados: {0}',
      advice:
        'Use postgres://utilizador@servidor/base; vários servidores separam-se por vírgulas, e ?schema= e ?sslmode= são aceites.',
    },
    TRF_CLUSTER_PASSWORD: {
      message: 'há uma palavra-passe no endereço {0}: outros vê-la-iam na lista de processos',
      advice:
        'Dê a palavra-passe na variável PGPASSWORD, no ficheiro ~/.pgpass, ou o endereço inteiro num ficheiro com --cluster-file.',
    },
    TRF_CLUSTER_FILE_OPEN: {
      message: 'o ficheiro {0} tem uma palavra-passe e outros podem lê-lo',
    },
    TRF_CLUSTER_UNREACHABLE: {
      message: 'a base de dados {0} não responde: {1}',
      advice:
        'Verifique o endereço, a palavra-passe e se o servidor está a funcionar; nada se perdeu, e o mesmo comando continua.',
    },
    TRF_CLUSTER_REFUSED: {
      message: 'a base de dados {0} não deixa entrar: {1}',
      advice:
        'A palavra-passe vem de PGPASSWORD, de ~/.pgpass ou do ficheiro de --cluster-file. Quem administra o servidor cria o utilizador e a base dele: CREATE DATABASE … OWNER ….',
    },
    TRF_CLUSTER_STOPPED: {
      message: 'a recolha de {0} está parada',
      advice:
        'Quem a comanda deixa-a continuar com `tarrafa cluster resume`; o mesmo comando trabalha então nela.',
    },
    TRF_CLUSTER_EMPTY: {
      message: 'não há recolha na base de dados {0}',
    },
    TRF_FOLDER_OF_WORKER: {
      message: 'a pasta {0} é do trabalhador {1} da recolha em {2}',
      advice: 'Continue-a com `tarrafa worker --cluster … --out {0}`, ou escolha outra pasta.',
    },
    TRF_CLUSTER_TAKEN: {
      message: 'a base de dados {0} já tem uma recolha',
      advice: 'Traga a pasta para uma base de dados vazia.',
    },
    TRF_CLUSTER_BUSY: {
      message: 'há quem trabalhe na recolha de {0}: {1}',
      advice: 'Pare os trabalhadores com `tarrafa cluster stop`, e tente de novo quando tiverem parado.',
    },
    TRF_FOLDER_OF_DESK: {
      message:
        'a pasta {0} é do balcão de voluntários da recolha em {1}: o que trouxeram só conta como diz a base de dados',
      advice: 'Use --cluster, que sabe o que conta; a um trabalhador dê outra pasta.',
    },
    TRF_FOLDER_NOT_OF_WORKER: {
      message: 'a pasta {0} tem uma recolha só dela',
      advice: 'Escolha outra pasta para o trabalhador.',
    },
    TRF_STORE_OTHER: {
      message: 'não se pode guardar o arquivo desta recolha em {0}: já é guardado em {1}',
      advice:
        'Repita o comando sem --store. Enquanto nada foi guardado e ninguém trabalha na recolha, o lugar ainda pode mudar.',
    },
    TRF_WORKER_UNKNOWN: { message: 'nenhum trabalhador se chama {0} na recolha de {1}' },
    TRF_WORKER_ALIVE: {
      advice:
        'Só o que se perdeu com a máquina é recolhido de novo. Pare o trabalhador, ou espere que seja dado como perdido.',
    },
    TRF_STORE_SECRET: {
      message: 'há uma chave no endereço do arquivo {0}: outros vê-la-iam na lista de processos',
      advice:
        'Dê as chaves em AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY, ou no ficheiro ~/.aws/credentials, e troque a que esteve à vista.',
    },
    TRF_STORE_KEYS: {
      message: 'não há chaves para o arquivo {0}: {1}',
      advice:
        'Defina AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY, ou ponha-as no ficheiro ~/.aws/credentials (AWS_SHARED_CREDENTIALS_FILE e AWS_PROFILE indicam outro).',
    },
    TRF_DESK_REFUSED: {
      message: 'o balcão {0} não aceita este voluntário: {1}',
      advice:
        'Fale com quem administra a recolha: é preciso um token válido, num ficheiro só seu (--token-file).',
    },
    TRF_CLUSTER_POSTGIS: {
      message: 'falta o PostGIS na base de dados {0}: {1}',
      advice:
        'Peça a quem administra o servidor que instale o pacote do PostGIS e execute nessa base: CREATE EXTENSION postgis;',
    },
    TRF_ARCHIVE_AWAY: {
      message: 'o registo está só na máquina do trabalhador {0}',
      advice:
        'Espere que o trabalhador o envie para o depósito da recolha, ou indique a pasta dele a este servidor com --archives.',
    },
  },
  {
    TRF_URL_MALFORMED: {
      message: 'not a usable address: {0} ({1})',
      advice: 'Give an absolute http or https address.',
    },
    TRF_SCOPE_UNKNOWN: {
      message: 'unknown scope: {0}',
      advice: 'Use br, pt, lusofonia, seeds, any, or a list of domains separated by commas.',
    },
    TRF_POLICY_UNKNOWN: { message: 'unknown policy: {0}', advice: 'Use one of: {1}.' },
    TRF_PERIOD_EMPTY: {
      message: 'the period is empty',
      advice: 'Give a year, two ends as in 1939..1945, or a period in words.',
    },
    TRF_PERIOD_UNKNOWN: {
      message: 'not a period: {0}',
      advice:
        'Use 2001, 1939..1945, 2001-09..2001-12, 2001-09-11, século XIX, or a name that the configuration gives a period ("periods").',
    },
    TRF_PERIOD_REVERSED: {
      message: 'the period ends before it begins: {0}',
      advice: 'Put the earlier end first, as in 1939..1945.',
    },
    TRF_CONFIG_INVALID: {
      message: 'the configuration {0} is not valid: {1}',
      advice: 'Correct the value named; --help and docs/configuration.md say what it can be.',
    },
    TRF_INPUT_MISSING: {
      message: 'cannot read {0}: {1}',
      advice: 'Check the path: it must exist, may be read, and hold what this command reads (see --help).',
    },
    TRF_CONTENT_MEMORY: {
      message: 'this is not the memory of a site: {0}',
      advice: 'Rebuild it with `tarrafa content memory <pages> --out <file>`.',
    },
    TRF_CONTENT_NOT_HTML: {
      message: '{0} is not a page: {1}',
      advice: 'Give HTML, a folder of pages or a WARC file; for other files convert them first.',
    },
    TRF_CONTENT_NO_PAGES: {
      message: 'no page was read from {0}: {1}',
      advice: 'Give HTML files, a folder that holds some, the folder of a crawl or a WARC file.',
    },
    TRF_CONTENT_TOO_FEW: {
      message: 'the pages of {0} are too few to learn from: at least {1} of one site are needed',
      advice: 'Give more pages of the same site; only several of them show what it repeats.',
    },
    TRF_CONTENT_MODEL: {
      message: 'the shipped page model is not the one that {0} makes: {1}',
      advice:
        'Make it again with the command recorded in it, and write it to src/content/page-model-data.ts with --out.',
    },
    TRF_CONTENT_GOLD: {
      message: '{0} is no marked data set: {1}',
      advice: 'Make it with `tarrafa content gold choose`, and mark it with `tarrafa content gold mark`.',
    },
    TRF_GEO_AREA_UNKNOWN: {
      message: 'neither a place nor a box: {0}',
      advice:
        'Give the name of a place, with its state if there are several ("Santa Cruz, RN"), or west,south,east,north in degrees.',
    },
    TRF_GEO_AREA_TWICE: { message: 'both --within and --intersects were given', advice: 'Give one of them.' },
    TRF_SEEDS_EMPTY: {
      message: 'there is no usable seed ({0})',
      advice: 'Name at least one address, or a file of addresses with --seeds.',
    },
    TRF_CONTACT_MISSING: {
      message: 'a crawl of the public Web needs a contact address for its User-Agent',
      advice: 'Give --contact with a web page or e-mail address of yours, or set TARRAFA_CONTACT.',
    },
    TRF_CONTACT_INVALID: {
      message: 'not a contact address: {0}',
      advice: 'Give a web page (https://…) or an e-mail address where the owner of a site can reach you.',
    },
    TRF_FOLDER_NOT_A_CRAWL: {
      message: '{0} holds no crawl',
      advice: 'Name the folder that was given to --out.',
    },
    TRF_FOLDER_BUSY: {
      message: 'the folder {0} is in use by process {1}',
      advice: 'Wait for it to end, or choose another folder with --out.',
    },
    TRF_FOLDER_VERSION: {
      message: '{0} was written in format {1}; this version reads format {2}',
      advice: 'Use the version of Tarrafa that wrote it, or start over with --fresh.',
    },
    TRF_FORMAT_NEWER: {
      message: '{0} was written by a newer Tarrafa (format {1}; this one knows {2})',
      advice: 'Update Tarrafa; nothing was changed.',
    },
    TRF_SETTINGS_CHANGED: {
      message: 'the crawl in {0} was started with other settings: {1}',
      advice: 'Repeat the settings it was started with, choose another --out, or start over with --fresh.',
    },
    TRF_STORAGE_FULL: {
      message: 'no space left to write {0}',
      advice: 'Free some space and run the same command again: nothing collected is lost.',
    },
    TRF_STORAGE_DENIED: {
      message: 'cannot write {0}: {1}',
      advice: 'Check the permissions of the folder, or choose another with --out.',
    },
    TRF_STORAGE_UNREADABLE: {
      message: 'cannot read {0}: {1}',
      advice: 'Check the disk and run the same command again: nothing collected is lost.',
    },
    TRF_STORAGE_DAMAGED: {
      message: '{0} is damaged at byte {1}: {2}',
      advice:
        '`tarrafa warc check` tells what is whole in the archive; `tarrafa repair` makes the rest of a crawl again from it.',
    },
    TRF_RULE_INVALID: {
      message: 'not an extraction rule: {0} ({1})',
      advice: 'docs/entities.md shows the form of a rule; learn the wrapper again if the file was damaged.',
    },
    TRF_ENGINE_MISSING: {
      message: 'the graph database {0} is not installed',
      advice: 'Install it with: npm install {1}',
    },
    TRF_ENGINE_UNKNOWN: {
      message: 'not an engine for rules: {0}',
      advice:
        'Use grafeo, grafeo:<folder> or bolt://host:port (experimental); user and password come from TARRAFA_BOLT_USER and TARRAFA_BOLT_PASSWORD.',
    },
    TRF_WRAPPER_INVALID: {
      message: 'the wrapper file {0} cannot be used: {1}',
      advice: 'Correct the place named, or learn it again with: tarrafa entities learn',
    },
    TRF_TIME_PATTERNS: {
      message: 'the file of patterns {0} cannot be used: {1}',
      advice: 'Correct the place named, or mine them again with: tarrafa time mine <corpus> --json',
    },
    TRF_ENTITY_ALONE: {
      message: 'no other page like {0} was found on its site ({1})',
      advice:
        'Give the page of one thing (one person, one product) that a list of the site leads to; --height looks further up.',
    },
    TRF_ENTITY_NO_TABLE: {
      message: 'the {0} pages found like {1} have no data in common that varies',
      advice:
        'They may be of several templates, or not pages of single things; see them with: tarrafa entities discover',
    },
    TRF_ATTRIBUTE_UNKNOWN: { message: 'there is no attribute {0} ({1})', advice: 'Use one of: {2}' },
    TRF_WANTED_MISSING: {
      message: 'no text of {0} is {1}',
      advice: 'Copy the value as the page shows it, whole, without its label: --want "nome=Fulano de Tal"',
    },
    TRF_SELECTION_LACKS: {
      message: 'choosing columns by {0}: {1}',
      advice: 'docs/entities.md says what each way of choosing columns asks for.',
    },
    TRF_SELECTION_FILE: {
      message: 'the file {0} is of no use for choosing columns: {1}',
      advice:
        'Learned attributes: tarrafa entities learn-attributes. Known values: CSV with the attributes in its first line, or JSON Lines.',
    },
    TRF_OUTPUT_FORM: {
      message: 'unknown form of output: {0}',
      advice: 'Name a file that ends in .csv, .jsonl or .parquet.',
    },
    TRF_REQUEST_INVALID: {
      message: 'the request is not valid: {0}',
      advice: 'The description of every call is at /api/v1/openapi.json.',
    },
    TRF_NOT_FOUND: {
      message: 'there is nothing like this here: {0}',
      advice:
        'Check the name or the address: `tarrafa search` finds pages, and the `list` of a command shows what there is; over the API, /api/v1/collections.',
    },
    TRF_CURSOR_INVALID: {
      message: 'not a cursor of this list: {0}',
      advice: 'Begin again without a cursor, and give back "next" as it came.',
    },
    TRF_CONCORDANCE_WORDS: {
      message: 'no concordance can be made of "{0}": {1}',
      advice: 'Write one word or more; a * by itself between them stands for any one word: "não * de".',
    },
    TRF_CONCORDANCE_LARGE: {
      message: '{0} pages would have to be read, and no more than {1} are read here',
      advice:
        'Narrow the query, ask for a sample or for another order (pages, year or site); the command "tarrafa concordance" sorts everything.',
    },
    TRF_TOKEN_MISSING: {
      message: 'this needs the token of the server',
      advice:
        'Send it as "Authorization: Bearer <token>"; `tarrafa serve` prints it in the address when it starts.',
    },
    TRF_HOST_REFUSED: {
      message: 'the server does not answer to the name {0}',
      advice: 'Open the address that `tarrafa serve` printed; to listen elsewhere start it with --host.',
    },
    TRF_ORIGIN_REFUSED: {
      message: 'requests from pages of {0} are refused',
      advice: 'Use the page of the server itself, or a program.',
    },
    TRF_REPLAY_KEY: {
      message: 'the permission to run the scripts of this page has ended',
      advice: 'It lasts an hour. Open the copy again, and ask again for its scripts to be run.',
    },
    TRF_SERVER_BUSY: {
      message: 'too many calls of this kind at once: {0}',
      advice: 'Try again in a few seconds.',
    },
    TRF_TIME_OUT: {
      message: '{0} took longer than {1} s and was given up',
      advice: 'Ask for less, or use the command for it.',
    },
    TRF_CRAWL_EXISTS: {
      message: 'there is a crawl named {0} already',
      advice: 'Choose another name, or resume that crawl.',
    },
    TRF_CRAWL_STATE: {
      message: 'the crawl {0} cannot do that now: it is {1}',
      advice: 'Look at its state and choose what fits it.',
    },
    TRF_CRAWL_REFUSED: {
      message: 'the crawl could not start: {0}',
      advice: 'Correct the setting named; `tarrafa crawl --help` explains all.',
    },
    TRF_CRAWL_UNCHANGED: {
      message: 'the crawl {0} was left as it was: {1}',
      advice: 'Correct what was asked and ask again.',
    },
    TRF_PORT_TAKEN: {
      message: 'port {0} of {1} is taken',
      advice: 'Choose another with --port, or leave --port out to take the next free one.',
    },
    TRF_HOST_UNUSABLE: {
      message: 'cannot listen on {0}: {1}',
      advice: 'Give an address of this machine, such as 0.0.0.0 or 192.168.0.10.',
    },
    TRF_TOKEN_WEAK: {
      message: 'the token is too short ({0} characters)',
      advice: 'Use at least 16 characters, or leave it out: one is made.',
    },
    TRF_INTERNAL: {
      message: 'something failed inside the server',
      advice: 'Its log has the details; please report it with them.',
    },
    TRF_CATALOGUE_NEWER: {
      message: '{0} was written by a newer Tarrafa (version {1}; this one knows {2})',
      advice:
        'Update Tarrafa, or make the catalogue again from the archive: tarrafa analyse <folder> --fresh',
    },
    TRF_CATALOGUE_OTHER: {
      message: '{0} is not a catalogue of Tarrafa',
      advice: 'Name a catalogue.db that tarrafa analyse wrote, or another path for a new one.',
    },
    TRF_CATALOGUE_DAMAGED: {
      message: 'the catalogue {0} is damaged: {1}',
      advice:
        'A disk that failed to read looks the same: try once more. Nothing collected is lost: make it again from the archive with tarrafa analyse <folder> --fresh',
    },
    TRF_CATALOGUE_BUSY: {
      message: 'the catalogue {0} is being written by another process',
      advice: 'Wait for it to end, and run the command again.',
    },
    TRF_CORRECTION_INVALID: {
      message: 'the page cannot be corrected like that: {0}',
      advice: 'See `tarrafa correct --help`; nothing was changed.',
    },
    TRF_KEPT_STALE: {
      message: '{0} was changed by somebody else meanwhile (version {1}; your change was made to {2})',
      advice: 'Nothing was written. Look at what there is now, and make the change again if it still holds.',
    },
    TRF_KEPT_LARGE: {
      message: '{0} is too large to be kept: {1} characters',
      advice: '{2} fit. Make two of it.',
    },
    TRF_EXPORT_KIND: {
      message: '{0} cannot be exported as {1}',
      advice: 'That way one of these can be: {2}.',
    },
    TRF_EXPORT_TABLE: {
      message: 'there is no table of entities named {0}',
      advice: 'The collection has these: {1}',
    },
    TRF_EXPORT_NAME: {
      message: '{0} is no name for a file of the format {1}',
      advice: 'Readers of the format want a name that ends in {2}.',
    },
    TRF_FORGET_TARGET: {
      message: 'nothing to be forgotten can be read from: {0}',
      advice:
        'Give a whole address (https://example.pt/page), a site (site:example.pt), or a beginning with an asterisk behind it (https://example.pt/people/*).',
    },
    TRF_FORGET_REFUSED: {
      message: 'nothing is forgotten in {0}: {1}',
      advice:
        'Forgetting works on collections in a folder of their own, made by tarrafa crawl or tarrafa import. See docs/forget.md.',
    },
    TRF_IMPORT_REFUSED: {
      message: '{0} is not imported: {1}',
      advice:
        'Give WARC, ARC or WACZ files, whole and not encrypted, and with --out a new folder or one of an earlier import.',
    },
    TRF_CLUSTER_ADDRESS: {
      message: 'not the address of a database: {0}',
      advice:
        'Use postgres://user@server/database; several servers are parted by commas, ?schema= and ?sslmode= are taken.',
    },
    TRF_CLUSTER_PASSWORD: {
      message: 'there is a password in the address {0}: others would see it in the list of processes',
      advice:
        'Give the password in PGPASSWORD, in ~/.pgpass, or the whole address in a file with --cluster-file.',
    },
    TRF_CLUSTER_FILE_OPEN: {
      message: 'the file {0} holds a password and others may read it',
      advice: 'Close it to others: chmod 600.',
    },
    TRF_CLUSTER_UNREACHABLE: {
      message: 'the database {0} does not answer: {1}',
      advice:
        'Check the address, the password and whether the server runs; nothing is lost, and the same command goes on.',
    },
    TRF_CLUSTER_REFUSED: {
      message: 'the database {0} does not let us in: {1}',
      advice:
        'The password comes from PGPASSWORD, from ~/.pgpass or from the file of --cluster-file. Who runs the server makes the role and its database: CREATE DATABASE … OWNER ….',
    },
    TRF_CLUSTER_STOPPED: {
      message: 'the crawl of {0} is stopped',
      advice:
        'Who directs it lets it go on with `tarrafa cluster resume`; the same command works on it then.',
    },
    TRF_CLUSTER_EMPTY: {
      message: 'there is no crawl in the database {0}',
      advice: 'Begin one with `tarrafa crawl … --cluster`.',
    },
    TRF_CLUSTER_VERSION: {
      message: 'the tables are of version {0} and this program is of version {1}',
      advice:
        'Use the same version of Tarrafa on all machines; `tarrafa cluster init` brings older tables to that of the program.',
    },
    TRF_CLUSTER_FENCED: {
      message: 'the worker {0} was taken for lost, and others have its sites',
      advice:
        'Start it again: nothing is lost. If it happens often, look at the load of the machine and at the network.',
    },
    TRF_FOLDER_OF_WORKER: {
      message: 'the folder {0} is that of the worker {1} of the crawl in {2}',
      advice: 'Go on with `tarrafa worker --cluster … --out {0}`, or choose another folder.',
    },
    TRF_CLUSTER_TAKEN: {
      message: 'the database {0} holds a crawl already',
      advice: 'Bring the folder into a database that is empty.',
    },
    TRF_CLUSTER_BUSY: {
      message: 'somebody works on the crawl of {0}: {1}',
      advice: 'Stop the workers with `tarrafa cluster stop`, and try again when they have stopped.',
    },
    TRF_FOLDER_NO_WORKER: {
      message: 'the folder {0} is not that of a worker',
      advice: 'Give the folder that was given to `tarrafa worker --out`.',
    },
    TRF_FOLDER_NOT_EMPTY: {
      message: 'something stands in the folder {0} already',
      advice: 'Choose a folder that does not exist, or is empty.',
    },
    TRF_FOLDER_OF_DESK: {
      message:
        'the folder {0} is that of the desk of the volunteers of the crawl in {1}: what they brought counts only as the database says',
      advice: 'Use --cluster, which knows what counts; give a worker another folder.',
    },
    TRF_FOLDER_NOT_OF_WORKER: {
      message: 'the folder {0} holds a crawl of its own',
      advice: 'Choose another folder for the worker.',
    },
    TRF_LEASE_UNKNOWN: {
      message: 'this volunteer does not have that work any more: {0}',
      advice: 'Ask for work again: what was not handed in in time is with others by now.',
    },
    TRF_PROXY: {
      message: 'nothing is reached through this proxy ({0}): {1}',
      advice:
        'Check the address, the user and the password of --proxy, and run the same command again: what was collected stays.',
    },
    TRF_DESK_UNREACHABLE: {
      message: 'the desk {0} does not answer: {1}',
      advice: 'Check the address and the network; the same command tries again.',
    },
    TRF_DESK_REFUSED: {
      message: 'the desk {0} does not take this volunteer: {1}',
      advice:
        'Talk to who runs the crawl: a token that is good is needed, in a file of your own (--token-file).',
    },
    TRF_CLUSTER_POSTGIS: {
      message: 'PostGIS is missing in the database {0}: {1}',
      advice:
        'Ask the administrator of the server to install the package of PostGIS and to run in that database: CREATE EXTENSION postgis;',
    },
    TRF_ARCHIVE_AWAY: {
      message: 'the record is only on the machine of worker {0}',
      advice:
        'Wait until the worker has sent it to the store of the crawl, or give this server its folder with --archives.',
    },
    TRF_STORE_INVALID: {
      message: 'not a place for the archive: {0} ({1})',
      advice: 'Use a folder that all machines reach, or s3://bucket/prefix.',
    },
    TRF_STORE_UNREACHABLE: {
      message: 'the archive at {0} does not answer: {1}',
      advice:
        'Check the address, the keys and the network; what was not sent is in the folder of the worker.',
    },
    TRF_STORE_SECRET: {
      message:
        'there is a key in the address of the archive {0}: others would see it in the list of processes',
      advice:
        'Give the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or in the file ~/.aws/credentials, and replace the one that was in the open.',
    },
    TRF_STORE_KEYS: {
      message: 'there are no keys for the archive {0}: {1}',
      advice:
        'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or put them into the file ~/.aws/credentials (AWS_SHARED_CREDENTIALS_FILE and AWS_PROFILE name another).',
    },
    TRF_STORE_REFUSED: {
      message: 'the archive at {0} refuses the request: {1}',
      advice:
        'Check the bucket, the region and what the keys allow; what was not sent is in the folder of the worker.',
    },
    TRF_STORE_NAME: {
      message: 'no name for the archive: {0}',
      advice:
        'Use letters without accents, digits, dots, hyphens and underscores, in parts parted by slashes.',
    },
    TRF_STORE_MISSING: {
      message: 'there is no {0} in the archive at {1}',
      advice: 'Check the address and the name; what was not sent yet is in the folder of the worker.',
    },
    TRF_STORE_TAKEN: {
      message: 'the archive at {1} has {0} already, with other bytes',
      advice: 'Nothing was replaced. Give each worker a name of its own; what was not sent is in its folder.',
    },
    TRF_STORE_CHANGED: {
      message: '{0} changed while it was read from the archive at {1}',
      advice: 'What is in the archive does not change: see who else writes to it, and run the command again.',
    },
    TRF_STORE_OTHER: {
      message: 'the archive of this crawl cannot be kept in {0}: it is kept in {1}',
      advice:
        'Run the command without --store. While nothing is stored and nobody works on the crawl, the place can still be changed.',
    },
    TRF_WORKER_UNKNOWN: {
      message: 'no worker is called {0} in the crawl of {1}',
      advice: 'Their names are in `tarrafa cluster status`.',
    },
    TRF_WORKER_ALIVE: {
      message: 'the worker {0} lives',
      advice:
        'Only what was lost with its machine is collected again. Stop the worker, or wait until it is taken for lost.',
    },
  },
);
