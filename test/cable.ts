/** The cable between a process and a server on this machine, which can be pulled: nothing comes through any more, and nobody is told. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class Cable {
  readonly port: number;
  readonly #server: Server;
  readonly #ends: Set<Socket>;
  readonly #state: { pulled: boolean };

  private constructor(server: Server, ends: Set<Socket>, state: { pulled: boolean }) {
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#ends = ends;
    this.#state = state;
  }

  static async to(port: number): Promise<Cable> {
    const ends = new Set<Socket>();
    const state = { pulled: false };
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        ends.add(one);
        one.setNoDelay(true);
        one.on('data', (chunk) => other.write(chunk));
        one.on('error', () => {});
        one.on('close', () => {
          ends.delete(one);
          other.destroy();
        });
        if (state.pulled) one.pause();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Cable(server, ends, state);
  }

  pull(): void {
    this.#state.pulled = true;
    for (const end of this.#ends) end.pause();
  }

  /** What was sent meanwhile arrives. */
  plugIn(): void {
    this.#state.pulled = false;
    for (const end of this.#ends) end.resume();
  }

  close(): void {
    this.#server.close();
    for (const end of this.#ends) end.destroy();
  }
}
