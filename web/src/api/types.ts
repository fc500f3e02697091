// The page's names for what the server sends and takes. The types are generated from the server's
// OpenAPI document (schema.d.ts); only what that document leaves open is written here.
import type { components } from './schema';

type Schemas = components['schemas'];
/** A type in which some fields are known better than the document says. */
type Narrow<Type, Fields> = Omit<Type, keyof Fields> & Readonly<Fields>;

// What is drawn and picked
export type Scene = Schemas['Scene'];
export type Square = Schemas['Square'];
export type Solid = Schemas['Solid'];
export type Reserve = Schemas['Reserve'];
export type Seat = Schemas['SceneSeat'];
export type Aid = Schemas['Aid'];
export type Shape = Solid['shape'];
export type Direction = NonNullable<Solid['facing']>;
export type Size = Solid['size'];
export type Actions = Schemas['ActionsView'];
export type Result = Schemas['ResultView'];
export type PositionView = Schemas['PositionView'];
export type Preview = Schemas['Preview'];
export type SetUpView = Schemas['SetUpView'];
export type SetUpRequest = Schemas['BoardDraft'];
export type Why = Schemas['LegalityView'];

// The server and its games
export type About = Schemas['ServerInfo'];
export type GameInfo = Schemas['GameView'];
export type Option = Schemas['OptionView'];
export type SeatTitle = Schemas['SeatTitle'];

// Rulebooks, lessons and records
export type Rulebook = Schemas['Rulebook'];
export type Section = Schemas['Section'];
export type Block = Section['blocks'][number];
export type Paragraph = Schemas['Paragraph'];
export type Span = Schemas['Span'];
export type Lesson = Schemas['Lesson'];
export type LessonStep = Schemas['LessonStep'];
export type TryResult = Schemas['LessonResult'];
export type RecordData = Schemas['RecordData-Input'];
export type LineData = Schemas['LineData-Input'];
export type TurnData = Schemas['TurnData-Input'];
export type RecordView = Narrow<Schemas['RecordView'], { record: RecordData }>;

// A game and its players
/** A person at the creator's device, an engine, an open seat, a person or a program by link. */
export type PlayerKind = 'here' | 'engine' | 'open' | 'link' | 'bot';
export type ClockRule = Schemas['ClockModel'];
export type AbsenceRule = Schemas['AbsenceModel'];
export type SentPlayer = Narrow<
  Schemas['PlayerModel'],
  { kind: NonNullable<Schemas['PlayerModel']['kind']> }
>;
export type SeatView = Narrow<Schemas['SeatView'], { kind: PlayerKind }>;
export type ClockView = Narrow<Schemas['ClockView'], { per: ClockRule['per'] }>;
export type AbsenceView = Narrow<Schemas['AbsenceView'], { then: AbsenceRule['then'] }>;
export type Offer = Narrow<Schemas['OfferView'], { what: Schemas['OfferCommand']['what'] }>;
export type State = Narrow<
  Schemas['StateView'],
  {
    seats: readonly SeatView[];
    clock: ClockView | null;
    absence: AbsenceView | null;
    offer: Offer | null;
  }
>;
export type TurnView = Schemas['TurnView'];
export type Summary = Narrow<Schemas['GameSummaryView'], { seats: readonly SeatView[] }>;
export type OwnGames = Schemas['OwnGames'];
export type Rights = Schemas['RightsView'];
export type Hint = Schemas['Hint'];

// What is asked for and answered
export type NewGame = Schemas['NewGameRequest'];
export type Created = Narrow<Schemas['CreatedGameView'], { state: State }>;
export type Purpose = Schemas['TicketRequest']['for'];
export type Ticket = Schemas['Ticket'];
export type Joined = Narrow<Schemas['JoinAnswer'], { state: State }>;
export type Rematch = Schemas['Rematch'];
export type Reaction = Schemas['ReactionRequest']['reaction'];
export type CommandRequest = Schemas['CommandRequest'];
export type Command = CommandRequest['command'];
export type CommandResult = Narrow<Schemas['CommandAnswer'], { state: State | null }>;

// What comes over the socket
export type Update = Narrow<Schemas['Update'], { state: State | null }>;
export type PassingNote = NonNullable<Update['note']>;
export type SocketMessage = Update | Schemas['Reply'];
