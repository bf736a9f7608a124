/**
 * Words that say nothing about what a Portuguese text is about: articles, prepositions and their contractions, pronouns, conjunctions, and
 * the forms of ser, estar, ter and haver. With their accents, in lower case.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a à às ao aos as o os um uma uns umas de do da dos das em no na nos nas num numa nuns numas dum duma duns dumas por pelo pela pelos pelas para pra pro com sem sob sobre entre até após ante ' +
    'contra desde perante e é ou mas nem que quê se porque porquê pois como quando onde quanto quanta quantos quantas qual quais quem cujo cuja cujos cujas ' +
    'eu tu ele ela nós vós eles elas me te lhe lhes nos vos mim ti si comigo contigo consigo conosco connosco você vocês ' +
    'meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas vosso vossa vossos vossas dele dela deles delas ' +
    'este esta estes estas esse essa esses essas aquele aquela aqueles aquelas isto isso aquilo deste desta destes destas desse dessa desses dessas ' +
    'daquele daquela daqueles daquelas disto disso daquilo neste nesta nestes nestas nesse nessa nesses nessas naquele naquela naqueles naquelas nisto nisso naquilo àquele àquela àqueles àquelas àquilo ' +
    'outro outra outros outras tal tais mesmo mesma mesmos mesmas próprio própria próprios próprias todo toda todos todas tudo nada algo cada ' +
    'não sim já ainda também só apenas mais menos muito muita muitos muitas tão então assim lá aqui ali aí cá depois antes sempre nunca ' +
    'ser sou és somos sois são era eras éramos eram fui foi foste fomos foram fora fôra foramos fôramos seja sejam sejamos fosse fossem fôssemos for forem formos serei será serás seremos serão seria seriam seríamos sendo sido ' +
    'estar estou está estás estamos estão estava estavam estávamos estive esteve estivemos estiveram estivera estivéramos esteja estejam estejamos estivesse estivessem estivéssemos estiver estiverem estivermos estando estado ' +
    'ter tenho tens tem têm temos tinha tinham tínhamos tive teve tivemos tiveram tivera tivéramos tenha tenham tenhamos tivesse tivessem tivéssemos tiver tiverem tivermos terei terá terás teremos terão teria teriam teríamos tendo tido ' +
    'haver hei há hás havemos hão havia haviam houve houvemos houveram houvera houvéramos haja hajam hajamos houvesse houvessem houvéssemos houver houverem houvermos houverei houverá houveremos houverão houveria houveriam houveríamos havendo havido'
  ).split(' '),
);
