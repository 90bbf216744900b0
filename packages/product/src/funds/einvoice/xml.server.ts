import { Parser } from 'saxen';
import {
  printedAccount,
  printedAmount,
  printedDay,
  printedInvoiceNumber,
  printedText,
  type ReadInvoice,
} from './invoice.ts';

/** XML element with its text; names have no prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Maximum number of elements and maximum nesting depth of a document. */
const documentLimits = { elements: 100_000, depth: 100 };

const plainName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML; entities are not expanded, external references are not fetched.
 * @throws Error for invalid XML, or a document beyond the limits
 */
export const readXml = (text: string): XmlElement => {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  let count = 0;
  const parser = new Parser();
  parser.on('openTag', (name, attributesOf) => {
    count += 1;
    if (count > documentLimits.elements || open.length > documentLimits.depth)
      throw new Error('too many elements');
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

/** Descendants with a name, in document order. */
export const elementsNamed = (within: XmlElement, name: string): readonly XmlElement[] =>
  within.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);

/** Text of the first descendant with one of the names; empty if none. */
const textOfFirst = (within: XmlElement | undefined, ...names: readonly string[]): string => {
  for (const name of names) {
    const found = within && elementsNamed(within, name).find(({ text }) => text.trim() !== '');
    if (found) return printedText(found.text);
  }
  return '';
};

/** Invoice of the format 数电票 (`EInvoice`). */
const ofToday = (root: XmlElement): ReadInvoice => {
  const [basic] = elementsNamed(root, 'BasicInformation');
  const [seller] = elementsNamed(root, 'SellerInformation');
  const [buyer] = elementsNamed(root, 'BuyerInformation');
  return {
    source: 'xml',
    number: printedInvoiceNumber('', textOfFirst(root, 'InvoiceNumber', 'EIid')),
    date: printedDay(textOfFirst(root, 'IssueTime', 'RequestTime')),
    seller: textOfFirst(seller, 'SellerName'),
    sellerTax: textOfFirst(seller, 'SellerIdNum'),
    ...printedAccount(
      textOfFirst(seller, 'SellerBankName'),
      textOfFirst(seller, 'SellerBankAccNum'),
    ),
    buyer: textOfFirst(buyer, 'BuyerName'),
    buyerTax: textOfFirst(buyer, 'BuyerIdNum'),
    net: printedAmount(textOfFirst(basic, 'TotalAmWithoutTax')),
    tax: printedAmount(textOfFirst(basic, 'TotalTaxAm')),
    total: printedAmount(textOfFirst(basic, 'TotalTax-includedAmount')),
    lines: elementsNamed(root, 'IssuItemInformation').map((item) => ({
      name: textOfFirst(item, 'ItemName'),
      amount: printedAmount(textOfFirst(item, 'Amount')),
      tax: printedAmount(textOfFirst(item, 'ComTaxAm')),
    })),
  };
};

/** Invoice of a tax terminal (`eInvoice`), the format inside OFD files. */
const ofTerminals = (root: XmlElement): ReadInvoice => ({
  source: 'xml',
  number: printedInvoiceNumber(textOfFirst(root, 'InvoiceCode'), textOfFirst(root, 'InvoiceNo')),
  date: printedDay(textOfFirst(root, 'IssueDate')),
  seller: textOfFirst(root, 'SellerName'),
  sellerTax: textOfFirst(root, 'SellerTaxID'),
  buyer: textOfFirst(root, 'BuyerName'),
  buyerTax: textOfFirst(root, 'BuyerTaxID'),
  net: printedAmount(textOfFirst(root, 'TaxExclusiveTotalAmount')),
  tax: printedAmount(textOfFirst(root, 'TaxTotalAmount')),
  total: printedAmount(textOfFirst(root, 'TaxInclusiveTotalAmount')),
  lines: elementsNamed(root, 'GoodsInfo').map((item) => ({
    name: textOfFirst(item, 'Item'),
    amount: printedAmount(textOfFirst(item, 'Amount')),
    tax: printedAmount(textOfFirst(item, 'TaxAmount')),
  })),
});

/** Invoices in a document; empty for other documents. */
export const invoicesOfXml = (text: string): readonly ReadInvoice[] => {
  const root = readXml(text);
  const today = elementsNamed(root, 'EInvoice');
  return today.length > 0 ? today.map(ofToday) : elementsNamed(root, 'eInvoice').map(ofTerminals);
};
