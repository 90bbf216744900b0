/** `npm run test:all`: as `npm test`, the laws on every resource. */
process.env.TEST_ALL = '1';
await import('./test.ts');

export {};
