/** `npm run test:all`: runs `npm test` with the laws on every resource. */
process.env.TEST_ALL = '1';
await import('./test.ts');

export {};
