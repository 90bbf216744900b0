import type { SiteInfo } from '@keyan/product/composition/tenant.server.ts';

/** Returns the text printed once the server listens: its address, and the demo accounts. */
export function startText(address: string, { demo }: SiteInfo): string {
  const lines = ['', `Keyan 科研  ${address}`];
  if (demo) {
    const width = Math.max(...demo.accounts.map(({ account }) => account.length));
    lines.push(
      '',
      `Demo accounts, password ${demo.password} for all:`,
      ...demo.accounts.map(
        ({ account, name, role }) => `  ${account.padEnd(width)}  ${name} ${role}`,
      ),
    );
  }
  lines.push('', 'Stop with Ctrl-C.');
  return lines.join('\n');
}
