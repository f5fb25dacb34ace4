/** TEMP until the generated schema is here */
export type SolutionType = "urgent" | "regular" | "no-assistance";
export type Channel = "any" | "voice" | "text" | "email";
export interface Script { title?: string; note?: string; say: string; channel: Channel }
export interface Answer { id: string; text: string; shortcut?: string; next: string }
export interface Question { kind: "question"; text: string; short?: string; scripts: Script[]; answers: Answer[] }
export interface Solution { kind: "solution"; type: SolutionType; title: string; text: string; agreement_required: boolean; scripts: Script[]; note: { label: string; text: string }[] }
export type Node = Question | Solution;
export interface State { code: string; name: string; badges: { text: string; tone: "neutral" | "accent" }[]; time_zones: string[]; links: { id: string; label: string; url: string }[] }
export interface Tree { version: string; state: State; start: string; nodes: Record<string, Node>; decision_note: { heading: string; state: string; outcome: string; priority: string }; outcomes: Record<SolutionType, { label: string; priority: string }> }
export interface GivenAnswer { node: string; answer: string }
