// Loaded before a worker (`node --import`): how long each statement took, from when it was sent to when its answer was read, by the function that
// it calls. Written to the file TARRAFA_STATEMENT_TIMES when the process ends, a line each: name, when it was sent, ms.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const path = process.env.TARRAFA_STATEMENT_TIMES;
if (isMainThread && path) {
  const { default: pg } = await import('pg');
  const times = [];
  const ask = pg.Pool.prototype.query;
  pg.Pool.prototype.query = function (text, ...rest) {
    const name = /\.(finish|add_links|lease|pull|claim)\(/.exec(String(text))?.[1];
    const answer = ask.call(this, text, ...rest);
    if (name === undefined) return answer;
    const [from, at] = [performance.now(), Date.now()];
    answer.then(
      () => times.push(`${name} ${at} ${(performance.now() - from).toFixed(2)}`),
      () => {},
    );
    return answer;
  };
  process.on('exit', () => writeFileSync(path, `${times.join('\n')}\n`));
}
