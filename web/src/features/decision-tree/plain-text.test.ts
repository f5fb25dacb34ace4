import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { plainLine, plainText } from "./plain-text";

describe("plainText", () => {
  it.each([
    ["plain words", "plain words"],
    ["**bold** and *soft* and `code`", "bold and soft and code"],
    ["# Heading\n\nand text", "Heading\nand text"],
    ["[Team leads](https://leads.example.org/a?b=1&c=2)", "Team leads (https://leads.example.org/a?b=1&c=2)"],
    ["<https://vote.example.gov>", "https://vote.example.gov"],
    ["[**ID** rules](https://a.example)", "ID rules (https://a.example)"],
    ["[call us](tel:+15550100)", "call us (+15550100)"],
    ["<ann@example.org>", "ann@example.org"],
    ["- one\n- two\n\nafter", "- one\n- two\nafter"],
    ["3. three\n4. four", "3. three\n4. four"],
    ["- one\n  - inner", "- one\n  - inner"],
    ["> quoted", "quoted"],
    ["two  \nlines", "two\nlines"],
    ["one\n\n---\n\ntwo", "one\ntwo"],
    ["    code\n    more", "code\nmore"],
    ["![a map](https://a.example/map.png)", "a map"],
    ["5 * 3 < 20 & more", "5 * 3 < 20 & more"],
    ["", ""],
  ])("writes %o as %o", (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it("never throws, and never leaves an empty line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (markdown) => {
        const text = plainText(markdown);
        expect(text === "" || text.split("\n").every((line) => line.trim() !== "")).toBe(true);
      }),
    );
  });
});

describe("plainLine", () => {
  it("is one line", () => {
    expect(plainLine("Which?\n\n- one\n- two")).toBe("Which? - one - two");
  });
});
