import type { Actor, SystemActor } from '@keyan/kernel/actor.ts';
import type { Engine } from '../engine.ts';
import type { Commands } from './port.ts';

/** The commands, bound to whoever acts. */
export declare const commandsOf: (engine: Engine, actor: Actor | SystemActor) => Commands;
