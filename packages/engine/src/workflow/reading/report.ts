import { fill, type Label } from '@keyan/kernel/label.ts';

type Values = Readonly<Record<string, string | number | Label>>;

/** What was found in a file: every list is shown to whoever uploads it. */
export interface Findings {
  /** Why it cannot be deployed. */
  readonly problems: readonly Label[];
  /** What is run in another way than it is written, with the same meaning. */
  readonly converted: readonly Label[];
  /** What is left out. */
  readonly warnings: readonly Label[];
}

const skipped: Label = ['忽略：{kind} {count} 处', 'Left out: {kind} ({count})'];

/** Collects what is found while a file is read; the same thing is told once. */
export class Report {
  readonly #problems = new Map<string, Label>();
  readonly #converted = new Map<string, Label>();
  readonly #warnings = new Map<string, Label>();
  readonly #skipped = new Map<string, { readonly kind: Label; count: number }>();

  problem(text: Label, values: Values = {}): void {
    this.#add(this.#problems, fill(text, values));
  }
  converts(text: Label, values: Values = {}): void {
    this.#add(this.#converted, fill(text, values));
  }
  warns(text: Label, values: Values = {}): void {
    this.#add(this.#warnings, fill(text, values));
  }
  /** Counts what is left out, one line for each kind of thing. */
  skips(kind: Label): void {
    const known = this.#skipped.get(kind[0]);
    if (known) known.count += 1;
    else this.#skipped.set(kind[0], { kind, count: 1 });
  }

  get findings(): Findings {
    const left = [...this.#skipped.values()].map(({ kind, count }) =>
      fill(skipped, { kind, count }),
    );
    return {
      problems: [...this.#problems.values()],
      converted: [...this.#converted.values()],
      warnings: [...this.#warnings.values(), ...left],
    };
  }

  #add(list: Map<string, Label>, text: Label): void {
    list.set(text[0], text);
  }
}
