import { Readable } from 'node:stream';
import type { Engine } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import type { Runtime } from '@keyan/engine/workflow/runtime/runtime.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { confirmAuthorship } from '../achievement/common/confirmation.server.ts';
import { paper } from '../achievement/paper/paper.ts';
import type { IdsByName } from '../composition/people.server.ts';
import type { FinanceSources } from '../funds/exchange/tables.server.ts';
import { handleOpenTask } from './handle-task.server.ts';
import type { DemoPaper } from './papers.server.ts';
import { smallPdf } from './pdf.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import type { StoryCommand, StoryEvent } from './story.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

export interface SeedParts {
  /** Made with `() => clock.now`, as its messages are. */
  readonly engine: Engine;
  readonly files: FileService;
  readonly workflow: Runtime;
  /** Clock of the engine; it is set to the time of each command. */
  readonly clock: { now: Date };
  readonly financeSources: FinanceSources;
}

/** Plays the story: every event is the command that a person would have sent. */
export class StoryPlayer {
  readonly #parts: SeedParts;
  readonly #papers: readonly DemoPaper[];
  readonly #actors: ReadonlyMap<string, Actor>;
  readonly #departments: IdsByName;
  readonly #projects: ReadonlyMap<string, string>;
  readonly #projectNames: ReadonlyMap<string, string>;

  constructor(
    parts: SeedParts,
    world: {
      readonly papers: readonly DemoPaper[];
      readonly actors: ReadonlyMap<string, Actor>;
      readonly departments: IdsByName;
      readonly projects: ReadonlyMap<string, string>;
      readonly projectNames: ReadonlyMap<string, string>;
    },
  ) {
    this.#parts = parts;
    this.#papers = world.papers;
    this.#actors = world.actors;
    this.#departments = world.departments;
    this.#projects = world.projects;
    this.#projectNames = world.projectNames;
  }

  /** Plays everything that happened to one paper. */
  async play(place: number, events: readonly StoryEvent[]): Promise<void> {
    const given = this.#papers[place] as DemoPaper;
    const random = chanceOf(5000 + place);
    let id = '';
    for (const { at, command } of events) {
      this.#parts.clock.now = at;
      if (command.is === 'enter') id = await this.#enter(given, this.#actor(given.writer));
      else await this.#follow(id, given, command, random);
    }
  }

  async #follow(
    id: string,
    given: DemoPaper,
    command: Exclude<StoryCommand, { is: 'enter' }>,
    random: Chance,
  ): Promise<void> {
    const { engine } = this.#parts;
    const writer = this.#actor(given.writer);
    switch (command.is) {
      case 'submit':
        await engine.as(writer).submit(paper, { id, version: await this.#version(writer, id) });
        break;
      case 'mend':
        await engine.as(writer).save(paper, {
          id,
          version: await this.#version(writer, id),
          remarks: '已按退回意见补正。',
        });
        break;
      case 'recall':
        await engine.as(writer).recall(paper, id);
        break;
      case 'confirm':
        await this.#confirm(writer, id, random);
        break;
      case 'abolish':
        await engine.as(this.#actor('rd_achieve')).abolish(paper, id, command.comment);
        break;
      case 'agree':
      case 'refuse':
        await this.#handle(id, (task) => ({ is: command.is, task, comment: command.comment }));
        break;
      case 'return':
        await this.#handle(id, (task) => ({
          is: 'back',
          task,
          to: 'applicant',
          comment: command.comment,
        }));
        break;
    }
  }

  #actor(account: string): Actor {
    const actor = this.#actors.get(account);
    if (!actor) throw new Error(`nobody is called ${account}`);
    return actor;
  }

  async #version(actor: Actor, id: string): Promise<number> {
    return (await this.#parts.engine.as(actor).read(paper, id)).row.version;
  }

  async #enter(given: DemoPaper, writer: Actor): Promise<string> {
    const name = String(given.fields.artName);
    const attached = [
      await this.#file(writer, '13', `${name.slice(0, 60)}.pdf`, name, [
        given.authors.map((line) => line.name).join('、'),
        String(given.fields.abstractText),
      ]),
      ...((given.fields.indexRecords as readonly unknown[]).length > 0
        ? [
            await this.#file(writer, '15', '收录检索证明.pdf', '收录检索证明', [
              name,
              String(given.fields.journalName),
            ]),
          ]
        : []),
    ];
    const number = given.project;
    const row = await this.#parts.engine.as(writer).save(paper, {
      ...given.fields,
      fkDeptId: this.#departments.get(given.unit),
      authors: given.authors.map(({ account, ...line }) => ({
        ...line,
        userId: account === null ? null : this.#actor(account).id,
      })),
      projects: number
        ? [
            {
              programId: this.#projects.get(number),
              programNum: number,
              programName: this.#projectNames.get(number),
              isMarked: '1',
            },
          ]
        : [],
      attachments: attached,
    });
    await this.#backdateFiles(row.id);
    return row.id;
  }

  /** Makes the files of a paper as old as the paper. */
  async #backdateFiles(id: string): Promise<void> {
    const { engine, clock } = this.#parts;
    await engine.database.transaction(tenantId, (tx) =>
      tx.query('update attachment set create_time = $3 where tenant_id = $1 and business_id = $2', [
        tenantId,
        id,
        clock.now,
      ]),
    );
  }

  async #file(
    writer: Actor,
    catalog: string,
    fileName: string,
    heading: string,
    paragraphs: readonly string[],
  ) {
    const file = await this.#parts.files.put(writer, {
      fileName: fileName.replace(/[\\/:*?"<>|]/g, ' '),
      stream: Readable.from([smallPdf(heading, paragraphs)]),
      catalog,
    });
    return { id: file.id, catalog };
  }

  /** Two of three co-authors answer; one in thirty objects. */
  async #confirm(writer: Actor, id: string, random: Chance): Promise<void> {
    const { engine } = this.#parts;
    const { row } = await engine.as(writer).read(paper, id);
    for (const line of row.authors ?? []) {
      if (line.confirmStatus !== '0' || !random.maybe(0.66)) continue;
      const author = [...this.#actors.values()].find((actor) => actor.id === line.userId);
      if (!author) continue;
      const objects = random.maybe(0.03);
      await confirmAuthorship(engine, author, paper, {
        id,
        status: objects ? '2' : '1',
        opinion: objects ? '贡献率与实际分工不符，请核对。' : '',
      });
    }
  }

  async #handle(id: string, command: (task: string) => Command): Promise<void> {
    if (!(await handleOpenTask(this.#parts, id, command)))
      throw new Error(`no task of ${id} is open`);
  }
}
