/** A registered output that names the project of a check or conclusion. */
export interface RegisteredOutput {
  readonly bizType: string;
  readonly id: string;
  readonly title: string;
  readonly isMarked: boolean;
  readonly isRetracted: boolean;
}

interface Line {
  readonly bizType: string | null;
  readonly bizId: string | null;
  readonly title: string | null;
  readonly isMarked: string | null;
  readonly isRegistered: string | null;
}

/** Titles as they are compared: full-width marks, case and blanks make no difference. */
const plain = (title: string | null): string =>
  (title ?? '').normalize('NFKC').toLowerCase().replace(/\s/g, '');

/**
 * The results with what the library says of them: one that was picked, or typed under the type and title of a
 * registered output, takes that output's title and acknowledgement. A retracted output counts for nothing.
 */
export const resultsFromLibrary = <L extends Line>(
  lines: readonly L[],
  registered: readonly RegisteredOutput[],
): readonly L[] =>
  lines.map((line) => {
    const found = registered.find(
      ({ bizType, id, title }) =>
        bizType === line.bizType &&
        (line.bizId ? id === line.bizId : plain(title) === plain(line.title)),
    );
    return found
      ? {
          ...line,
          bizId: found.id,
          title: found.title,
          isMarked: found.isMarked ? '1' : '0',
          isRegistered: found.isRetracted ? '0' : '1',
        }
      : { ...line, isRegistered: '0' };
  });

/** How many results count: registered ones, each once. */
export const resultCounts = (
  lines: readonly Pick<Line, 'bizId' | 'isRegistered'>[] | null,
): number =>
  new Set((lines ?? []).flatMap(({ bizId, isRegistered }) => (isRegistered === '1' ? [bizId] : [])))
    .size;
