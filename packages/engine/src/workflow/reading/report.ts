import {
  type Finding,
  type FindingPlace,
  findingAt,
  wholeFilePlace,
} from '@keyan/kernel/finding.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';

type Values = Readonly<Record<string, string | number | Label>>;

/** Findings in a file, shown to the person who uploads it. */
export interface FileFindings {
  /** Reasons why it cannot be deployed. */
  readonly problems: readonly Finding[];
  /** Constructs that run differently from how they are written, with the same meaning. */
  readonly converted: readonly Finding[];
  /** Constructs that are ignored. */
  readonly warnings: readonly Finding[];
}

const skipped: Label = ['忽略：{kind} {count} 处', 'Ignored: {kind} ({count})'];

class Lists {
  readonly problems = new Map<string, Finding>();
  readonly converted = new Map<string, Finding>();
  readonly warnings = new Map<string, Finding>();
  readonly skipped = new Map<string, { readonly kind: Label; count: number }>();
}

/** Collects findings while a file is read, without duplicates. */
export class Report {
  readonly #lists: Lists;
  readonly #place: FindingPlace;

  constructor(lists = new Lists(), place = wholeFilePlace) {
    this.#lists = lists;
    this.#place = place;
  }

  /** Returns the report for findings at one node or flow. */
  at(place: FindingPlace): Report {
    return new Report(this.#lists, place);
  }

  problem(text: Label, values: Values = {}): void {
    this.#add('problems', text, values);
  }
  converts(text: Label, values: Values = {}): void {
    this.#add('converted', text, values);
  }
  warns(text: Label, values: Values = {}): void {
    this.#add('warnings', text, values);
  }
  /** Counts ignored constructs, one line per kind. */
  skips(kind: Label): void {
    const { skipped: all } = this.#lists;
    const known = all.get(kind[0]);
    if (known) known.count += 1;
    else all.set(kind[0], { kind, count: 1 });
  }

  /** Adds findings of other checks. */
  add(list: keyof FileFindings, findings: readonly Finding[]): void {
    for (const finding of findings) {
      this.#lists[list].set(`${finding.id} ${finding.text[0]}`, finding);
    }
  }

  get findings(): FileFindings {
    const { problems, converted, warnings, skipped: all } = this.#lists;
    const left = [...all.values()].map(({ kind, count }) =>
      findingAt(wholeFilePlace, fill(skipped, { kind, count })),
    );
    return {
      problems: [...problems.values()],
      converted: [...converted.values()],
      warnings: [...warnings.values(), ...left],
    };
  }

  #add(list: keyof FileFindings, text: Label, values: Values): void {
    this.add(list, [findingAt(this.#place, fill(text, values))]);
  }
}
