/** Rules of robots.txt for one caller (RFC 9309). */
export interface RobotRules {
  readonly rules: readonly { readonly allows: boolean; readonly path: string }[];
  /** Milliseconds between two calls that the host requests; 0 for none. */
  readonly delay: number;
}

/** Rules without a robots.txt, or with an empty one: everything may be read. */
export const noRobotRules: RobotRules = { rules: [], delay: 0 };

/** Maximum pause in milliseconds that a host may request. */
const maxDelay = 60_000;

interface Group {
  readonly agents: string[];
  readonly rules: { allows: boolean; path: string }[];
  delay: number;
}

/** Returns the groups of the file, each with its agent names. */
const groupsOf = (text: string): readonly Group[] => {
  const groups: Group[] = [];
  let isHead = false;
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const key = name.toLowerCase();
    const given = value.trim();
    if (key === 'user-agent') {
      const last = groups.at(-1);
      if (isHead && last) last.agents.push(given.toLowerCase());
      else groups.push({ agents: [given.toLowerCase()], rules: [], delay: 0 });
      isHead = true;
      continue;
    }
    if (key === '') continue;
    isHead = false;
    const group = groups.at(-1);
    if (!group) continue;
    if ((key === 'allow' || key === 'disallow') && given !== '') {
      group.rules.push({ allows: key === 'allow', path: given });
    }
    const seconds = Number(given);
    if (key === 'crawl-delay' && seconds > 0) {
      group.delay = Math.min(seconds * 1000, maxDelay);
    }
  }
  return groups;
};

/** Returns the rules for the caller of this name; if no group names it, those of `*`. */
export const readRobots = (text: string, agent: string): RobotRules => {
  const groups = groupsOf(text);
  const name = agent.toLowerCase();
  const own = groups.filter(({ agents }) =>
    agents.some((one) => one !== '*' && one !== '' && name.includes(one)),
  );
  const used = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  return {
    rules: used.flatMap(({ rules }) => rules),
    delay: Math.max(0, ...used.map(({ delay }) => delay)),
  };
};

const fits = (path: string, rule: string): boolean => {
  const isWhole = rule.endsWith('$');
  const pieces = (isWhole ? rule.slice(0, -1) : rule).split('*');
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const found = index === 0 ? (path.startsWith(piece) ? 0 : -1) : path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return !isWhole || at === path.length || (pieces.at(-1) === '' && pieces.length > 1);
};

/** True if the address may be read. The longest matching rule decides; of rules of equal length, the allowing one. */
export const isRobotAllowed = ({ rules }: RobotRules, { pathname, search }: URL): boolean => {
  const fitting = rules.filter(({ path }) => fits(pathname + search, path));
  const longest = Math.max(0, ...fitting.map(({ path }) => path.length));
  const decides = fitting.filter(({ path }) => path.length === longest);
  return decides.length === 0 || decides.some(({ allows }) => allows);
};
