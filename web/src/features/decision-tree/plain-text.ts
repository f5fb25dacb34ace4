/**
 * Markdown as plain text that survives being pasted into a ticket: marks dropped, lists kept as
 * lines, links written out as `label (https://…)`.
 *
 * Uses the parser that the screen renders with, so that both read a text alike. Never throws.
 */
import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** `markdown` as plain text; blocks are separated by one line break. */
export function plainText(markdown: string): string {
  return blocks(fromMarkdown(markdown)).join("\n");
}

/** `markdown` as plain text on a single line. */
export function plainLine(markdown: string): string {
  return plainText(markdown).replace(/\s+/gu, " ").trim();
}

function blocks(parent: Parents): string[] {
  return parent.children.flatMap((child) => block(child));
}

function block(node: Nodes): string[] {
  switch (node.type) {
    case "list": {
      const first = node.start ?? 1;
      return node.children.flatMap((item, index) => {
        const mark = node.ordered ? `${String(first + index)}. ` : "- ";
        return blocks(item).map((line, at) => (at === 0 ? mark : " ".repeat(mark.length)) + line);
      });
    }
    case "root":
    case "blockquote":
    case "listItem":
      return blocks(node);
    case "code":
    case "html":
      return lines(node.value);
    case "thematicBreak":
    case "definition":
      return [];
    default:
      return lines(inline(node));
  }
}

function inline(node: Nodes): string {
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "html":
      return node.value;
    case "break":
      return "\n";
    case "image":
      return node.alt ?? "";
    case "link": {
      const label = inner(node);
      const address = node.url.replace(/^(mailto|tel):/u, "");
      return label === "" || label === node.url || label === address ? address : `${label} (${address})`;
    }
    default:
      return "children" in node ? inner(node) : "";
  }
}

function inner(parent: Parents): string {
  return parent.children.map((child) => inline(child)).join("");
}

function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
