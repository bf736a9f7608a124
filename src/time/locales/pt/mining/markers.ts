/** The words that the miner of Portuguese starts from. */
import type { MarkerData } from '../../../cop/markers.ts';

export const PT_MARKERS: MarkerData = {
  lexical: {
    month: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    weekday: 'segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo',
    season: 'primavera verão outono inverno',
    unit:
      'segundos minuto minutos hora horas dia dias quinzena quinzenas mês meses bimestre bimestres trimestre trimestres quadrimestre quadrimestres ' +
      'semestre semestres ano anos biénio biênio triénio triênio quinquénio quinquênio década décadas século séculos milénio milénios milênio milênios',
    week: 'semana semanas',
    part: 'madrugada madrugadas manhã manhãs tarde tardes noite noites',
    deictic: 'hoje ontem anteontem amanhã agora',
    adverb:
      'actualmente atualmente presentemente recentemente ultimamente antigamente outrora futuramente brevemente diariamente semanalmente quinzenalmente ' +
      'mensalmente bimestralmente trimestralmente semestralmente anualmente',
    times: 'vez vezes',
  },
  grammatical: {
    preposition:
      'de do da dos das em no na nos nas num numa nuns numas ao à aos às por pelo pela pelos pelas para até desde entre durante após',
    article: 'a o as os um uma uns umas',
    // Words that open an expression and mean nothing at its end.
    lead: 'há faz daqui dentro',
    determiner:
      'este esta neste nesta deste desta esse essa nesse nessa desse dessa aquele aquela naquele naquela daquele daquela estes estas nestes nestas esses essas nesses nessas aqueles aquelas naqueles naquelas',
    quantifier: 'cada todo toda todos todas alguns algumas vários várias poucos poucas muitos muitas',
    modifier:
      'seguinte seguintes anterior anteriores próximo próxima próximos próximas passado passada passados passadas último última últimos últimas retrasado retrasada actual atual ' +
      'corrente mesmo mesma vindouro vindoura transacto transato',
    adverb: 'antes depois atrás seguida mais cedo',
    relative: 'que vem',
  },
  negative:
    'rua ruas avenida av praça largo travessa ponte estádio escola bairro estação edifício hospital biblioteca rotunda alameda estrada rodovia viaduto túnel parque colégio ' +
    'urbanização clube movimento jornal revista',
};
