import { Parser } from 'saxen';
import {
  printedAccount,
  printedAmount,
  printedDay,
  printedInvoiceNumber,
  printedText,
  type ReadInvoice,
} from './invoice.ts';

/** An element with its own text; names are without their prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Elements that a document may have, and how deep they may lie. */
const most = { elements: 100_000, depth: 100 };

const plainName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a document. Nothing of it is expanded or fetched. @throws Error for a text that is no XML, or too large */
export const readXml = (text: string): XmlElement => {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  let count = 0;
  const parser = new Parser();
  parser.on('openTag', (name, attributesOf) => {
    count += 1;
    if (count > most.elements || open.length > most.depth) throw new Error('too many elements');
    const element: XmlElement = {
      name: plainName(name),
      attributes: attributesOf() || {},
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closeTag', () => {
    open.pop();
  });
  parser.on('text', (value, decode) => {
    const top = open.at(-1);
    if (top) top.text += decode(value);
  });
  parser.on('cdata', (value) => {
    const top = open.at(-1);
    if (top) top.text += value;
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.parse(text.replace(/^\uFEFF/, ''));
  return root;
};

/** All elements of this name, in their order. */
export const elementsNamed = (within: XmlElement, name: string): readonly XmlElement[] =>
  within.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);

/** The text of the first element that has one of these names. */
const say = (within: XmlElement | undefined, ...names: readonly string[]): string => {
  for (const name of names) {
    const found = within && elementsNamed(within, name).find(({ text }) => text.trim() !== '');
    if (found) return printedText(found.text);
  }
  return '';
};

/** 数电票 (`EInvoice`). */
const ofToday = (root: XmlElement): ReadInvoice => {
  const [basic] = elementsNamed(root, 'BasicInformation');
  const [seller] = elementsNamed(root, 'SellerInformation');
  const [buyer] = elementsNamed(root, 'BuyerInformation');
  return {
    source: 'xml',
    number: printedInvoiceNumber('', say(root, 'InvoiceNumber', 'EIid')),
    date: printedDay(say(root, 'IssueTime', 'RequestTime')),
    seller: say(seller, 'SellerName'),
    sellerTax: say(seller, 'SellerIdNum'),
    ...printedAccount(say(seller, 'SellerBankName'), say(seller, 'SellerBankAccNum')),
    buyer: say(buyer, 'BuyerName'),
    buyerTax: say(buyer, 'BuyerIdNum'),
    net: printedAmount(say(basic, 'TotalAmWithoutTax')),
    tax: printedAmount(say(basic, 'TotalTaxAm')),
    total: printedAmount(say(basic, 'TotalTax-includedAmount')),
    lines: elementsNamed(root, 'IssuItemInformation').map((item) => ({
      name: say(item, 'ItemName'),
      amount: printedAmount(say(item, 'Amount')),
      tax: printedAmount(say(item, 'ComTaxAm')),
    })),
  };
};

/** The invoices of tax terminals (`eInvoice`), which OFD files carry. */
const ofTerminals = (root: XmlElement): ReadInvoice => ({
  source: 'xml',
  number: printedInvoiceNumber(say(root, 'InvoiceCode'), say(root, 'InvoiceNo')),
  date: printedDay(say(root, 'IssueDate')),
  seller: say(root, 'SellerName'),
  sellerTax: say(root, 'SellerTaxID'),
  buyer: say(root, 'BuyerName'),
  buyerTax: say(root, 'BuyerTaxID'),
  net: printedAmount(say(root, 'TaxExclusiveTotalAmount')),
  tax: printedAmount(say(root, 'TaxTotalAmount')),
  total: printedAmount(say(root, 'TaxInclusiveTotalAmount')),
  lines: elementsNamed(root, 'GoodsInfo').map((item) => ({
    name: say(item, 'Item'),
    amount: printedAmount(say(item, 'Amount')),
    tax: printedAmount(say(item, 'TaxAmount')),
  })),
});

/** Every invoice that a document has; none for another document. */
export const invoicesOfXml = (text: string): readonly ReadInvoice[] => {
  const root = readXml(text);
  const today = elementsNamed(root, 'EInvoice');
  return today.length > 0 ? today.map(ofToday) : elementsNamed(root, 'eInvoice').map(ofTerminals);
};
