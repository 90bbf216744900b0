import { expect, test } from 'vitest';
import { explainText } from './explain-text.ts';

test('a text that a definition composes is told by its place and its parts', () => {
  const book = { views: { audit: { label: ['著作审核', 'Book review'] } } };
  const told = explainText('著作审核', { bookapp: book });
  expect(told).toContain('bookapp.views.audit.label');
  expect(told).toMatch(/It is composed of\n著作\n(.|\n)*achievement\/book\/book\.ts:\d+/);
});

test('a text that is written somewhere is told by its line', () => {
  const told = explainText('撤回成功', {});
  expect(told).toMatch(/It is written in\n(.|\n)*engine\/src\/wire\/records\/endpoints\.ts:\d+/);
});

test('a text that does not exist is said to be none', () => {
  const none = ['没有', '这样的', '说法呢'].join('');
  expect(explainText(`${none}${none}`, {})).toContain('Nothing says it.');
});
