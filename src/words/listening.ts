/** What is said of where a server listens: the flags of `tarrafa serve` and `tarrafa desk`. */
import { inLanguages } from './in-languages.ts';

export const LISTENING_WORDS = inLanguages(
  {
    port: 'porta (sem ela: {port}, ou a próxima livre)',
    host: 'endereço em que ouvir; fora desta máquina, tudo exige o token, e convém pôr diante dele um servidor com TLS',
    tokenFile: 'arquivo com o token de quem administra (sem ele: TARRAFA_TOKEN, ou um novo a cada início)',
    publicUrl: 'endereço público, quando há outro servidor diante deste: https://acervo.exemplo.br',
    allowHost: 'outro nome pelo qual o servidor diante deste o chama (pode repetir-se)',
  },
  {
    port: 'porto (sem ele: {port}, ou o próximo livre)',
    tokenFile: 'ficheiro com o token de quem administra (sem ele: TARRAFA_TOKEN, ou um novo a cada início)',
  },
  {
    port: 'port (without it: {port}, or the next that is free)',
    host: 'address to listen on; outside this machine everything needs the token, and a server with TLS should stand before it',
    tokenFile:
      'file with the token of the administrator (without it: TARRAFA_TOKEN, or a new one at each start)',
    publicUrl: 'public address, when another server stands before this one: https://acervo.exemplo.br',
    allowHost: 'another name by which the server before this one calls it (may be repeated)',
  },
);
