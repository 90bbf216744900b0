import type { PeopleRecords } from '../declaration/standing.ts';

/** Rows indexed by the people that they name. */
const indexed = <Row>(
  rows: readonly Row[],
  peopleOf: (row: Row) => readonly (string | null)[],
): ReadonlyMap<string, readonly Row[]> => {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    for (const person of new Set(peopleOf(row))) {
      if (person === null) continue;
      const known = found.get(person);
      if (known) known.push(row);
      else found.set(person, [row]);
    }
  }
  return found;
};

const membersOf = ({
  members,
}: {
  readonly members: readonly { readonly userId: string | null }[] | null;
}): readonly (string | null)[] => (members ?? []).map(({ userId }) => userId);

/** Indexes facts by person, so that judging each person reads only relevant rows. */
export const factsByPerson = (facts: PeopleRecords): ((person: string) => PeopleRecords) => {
  const accounts = indexed(facts.accounts, ({ id }) => [id]);
  const files = indexed(facts.files, ({ userId }) => [userId]);
  const projects = indexed(facts.projects, ({ programLeader }) => [programLeader]);
  const joined = indexed(facts.joined, membersOf);
  const applications = indexed(facts.applications, membersOf);
  const bans = indexed(facts.bans, ({ programLeader }) => [programLeader]);
  return (person) => ({
    ...facts,
    accounts: accounts.get(person) ?? [],
    files: files.get(person) ?? [],
    projects: projects.get(person) ?? [],
    joined: joined.get(person) ?? [],
    applications: applications.get(person) ?? [],
    bans: bans.get(person) ?? [],
  });
};
