import { Type } from 'typebox';
import { endpoint, RawAnswer } from './endpoint.ts';

/** Liveness check: the process answers, whatever the state of its database, and need not be restarted. */
export const livenessCall = endpoint({
  method: 'GET',
  path: 'keyan/live',
  addresses: ['/healthz'],
  auth: 'public',
  summary: ['存活检查', 'Liveness'],
  input: Type.Object({}),
  run: async () => new RawAnswer({ status: 'up' }),
});

/** Health check for load balancers: the only address whose status may exceed 500 (ruling 15). */
export const healthCall = endpoint({
  method: 'GET',
  path: 'keyan/health',
  addresses: ['/readyz'],
  auth: 'public',
  summary: ['运行状况', 'Health'],
  input: Type.Object({}),
  run: async (_input, { engine }) => {
    const alive = await engine.database.alive();
    const { replicas } = engine.database.readFigures;
    // Without a replica the primary answers: none of them makes a process unfit.
    const used = replicas.filter(({ state }) => state === 'used').length;
    return new RawAnswer(
      {
        status: alive ? 'up' : 'down',
        database: alive ? 'up' : 'down',
        ...(replicas.length > 0 && { replicas: { used, of: replicas.length } }),
      },
      { status: alive ? 200 : 503 },
    );
  },
});
