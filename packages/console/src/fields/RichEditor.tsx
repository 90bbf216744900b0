import {
  BoldOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { type ComponentType, useEffect, useReducer, useRef, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import './rich.css';

interface Tool {
  readonly key: string;
  readonly label: Label;
  readonly Icon: ComponentType;
  readonly run: (editor: Editor) => void;
  /** Mark or node for which the button is shown as pressed. */
  readonly mark?: string;
}

const tools: readonly Tool[] = [
  {
    key: 'bold',
    label: ['加粗', 'Bold'],
    Icon: BoldOutlined,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    mark: 'bold',
  },
  {
    key: 'italic',
    label: ['倾斜', 'Italic'],
    Icon: ItalicOutlined,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    mark: 'italic',
  },
  {
    key: 'bullets',
    label: ['项目符号', 'Bullets'],
    Icon: UnorderedListOutlined,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    mark: 'bulletList',
  },
  {
    key: 'numbers',
    label: ['编号', 'Numbers'],
    Icon: OrderedListOutlined,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    mark: 'orderedList',
  },
  {
    key: 'undo',
    label: ['撤销', 'Undo'],
    Icon: UndoOutlined,
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    key: 'redo',
    label: ['重做', 'Redo'],
    Icon: RedoOutlined,
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

/**
 * Renders an editor of formatted text. The editor is state of the page and not made in an effect: a
 * hidden tab runs the clean-ups of effects, which would discard the typed text.
 */
const RichEditor = (props: EditorProps) => {
  const { id, value, onChange, onBlur, faulty, describedBy, required, caption, spec } = props;
  const label = useLabel();
  const name = caption ?? label(spec.label);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const told = useRef({ onChange, onBlur });
  told.current = { onChange, onBlur };
  const [editor] = useState(
    () =>
      new Editor({
        extensions: [StarterKit],
        content: String(value ?? ''),
        editorProps: { attributes: { id, class: 'ky-rich', role: 'textbox' } },
        onUpdate: ({ editor: now }) => told.current.onChange(now.isEmpty ? null : now.getHTML()),
        onBlur: () => told.current.onBlur?.(),
        onTransaction: () => redraw(),
      }),
  );
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = host.current;
    if (box && editor.view.dom.parentElement !== box) box.append(editor.view.dom);
  }, [editor]);
  // A value from outside (a restored draft) replaces the text; the editor's own value does not.
  useEffect(() => {
    const text = String(value ?? '');
    const own = editor.isEmpty ? '' : editor.getHTML();
    if (text !== own) editor.commands.setContent(text, { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-multiline', 'true');
    // A label's `for` applies to form controls only, so the editor needs a name of its own.
    dom.setAttribute('aria-label', name);
    dom.setAttribute('aria-invalid', String(faulty ?? false));
    dom.setAttribute('aria-required', String(required ?? false));
    if (describedBy) dom.setAttribute('aria-describedby', describedBy);
  }, [editor, faulty, required, describedBy, name]);
  return (
    <div className="ky-rich-box" data-faulty={faulty || undefined}>
      <div className="ky-rich-tools" role="toolbar" aria-label={label(['格式', 'Format'])}>
        {tools.map(({ key, label: text, Icon, run, mark }) => (
          <button
            key={key}
            type="button"
            className="ky-icon-button"
            aria-label={label(text)}
            title={label(text)}
            aria-pressed={mark ? editor.isActive(mark) : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(editor)}
          >
            <Icon />
          </button>
        ))}
      </div>
      <div ref={host} />
    </div>
  );
};

export default RichEditor;
