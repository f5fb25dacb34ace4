/** Short names for the bodies of the public API. Types come only from the generated schema. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type PublicSite = Schemas['PublicSite'];
export type SignInMethod = Schemas['SignInMethod'];
export type Session = Schemas['Session'];
export type User = Schemas['User'];
export type Content = Schemas['Content'];
export type SiteLink = Schemas['Link'];
export type Icon = Schemas['Icon'];
export type NavigationItem = Schemas['NavigationItem'];
export type Flow = Schemas['Flow'];
export type Step = Schemas['Step'];
export type StepButton = Schemas['Button'];
export type Target = Schemas['Target'];
export type Fact = Schemas['Fact'];
export type Script = Schemas['Script'];
export type Channel = Schemas['Channel'];
export type CallingHours = Schemas['CallingHours'];
export type RegionNames = Schemas['RegionNames'];
export type NotServed = Schemas['NotServed'];
export type State = Schemas['State'];
export type Badge = Schemas['Badge'];
export type Tree = Schemas['Tree'];
export type TreeNode = Schemas['Node'];
export type Question = Extract<TreeNode, { kind: 'question' }>;
/** One answer to a question. */
export type Answer = Question['answers'][number];
export type Solution = Extract<TreeNode, { kind: 'solution' }>;
export type Outcome = Schemas['Outcome'];
export type Look = Schemas['Look'];
export type Agreement = Schemas['Agreement'];
export type Way = Schemas['Way'];
export type Without = Schemas['Without'];
export type Guide = Schemas['Guide'];
export type SupportSection = Schemas['SupportSection'];
export type Announcement = Schemas['Announcement'];
export type AdminTexts = Schemas['AdminTexts'];
export type FaqTexts = Schemas['FaqTexts'];
export type TreeTexts = Schemas['TreeTexts'];
/** Every entry of one content version. */
export type FaqList = Schemas['FaqList'];
export type FaqEntry = Schemas['FaqEntry'];
/** The results of a search. */
export type FaqAnswer = Schemas['FaqAnswer'];
export type FaqHit = Schemas['FaqHit'];
export type FaqErrand = Schemas['FaqErrand'];
export type CategoryCount = Schemas['CategoryCount'];
export type Review = Schemas['Review'];
export type ReviewGroup = Schemas['ReviewGroup'];
export type ReviewNode = Schemas['ReviewNode'];
/** Where a passage is in the content, and the URL where it's edited. */
export type TextPlace = Schemas['TextPlace'];
/**
 * A region, and the period during which its text reads this way. The period has a start or an end only if a date in the
 * content makes the text read differently before or after that.
 */
export type ReviewState = Schemas['ReviewState'];
export type Changes = Schemas['Changes'];
/** A passage that reads differently than before. */
export type Change = Schemas['TextChange'];
/** A span of words in a comparison of old and new text. */
export type Piece = Schemas['Piece'];
export type ContentStatus = Schemas['ContentStatus'];
export type Attempt = Schemas['Attempt'];
export type Finding = Schemas['Finding'];
export type AuditLine = Schemas['AuditLine'];
export type OpenSession = Schemas['OpenSession'];
