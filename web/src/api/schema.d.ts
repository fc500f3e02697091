// What the server sends and takes. Generated from its OpenAPI document by `make api-types`:
// change the models of the server, not this file.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Abort a game whose first turn is not finished. */
        readonly AbortCommand: {
            /** @constant */
            readonly do: "abort";
        };
        /** @description What happens when a player stays away this long: ``engine`` takes over, or ``end``. */
        readonly AbsenceModel: {
            readonly seconds: number;
            /** @enum {string} */
            readonly then: "engine" | "end";
        };
        /** @description What happens (``engine`` or ``end``), and when, if the seat to move stays away. */
        readonly AbsenceView: {
            readonly at: number | null;
            readonly seconds: number;
            readonly then: string;
        };
        /** @description Play one action. */
        readonly ActionCommand: {
            readonly action: string;
            /** @constant */
            readonly do: "action";
        };
        /** @description An action to check in a position. */
        readonly ActionQuestion: {
            readonly action: string;
            readonly game: string;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            readonly seed?: number | null;
            readonly turns?: readonly string[];
        };
        /**
         * @description The legal actions in columns: the nth of each list belongs to the nth action.
         *
         *     *texts* is the notation, *picks* what to click in order, *descriptions* the same in words.
         */
        readonly ActionsView: {
            readonly descriptions: readonly string[];
            readonly picks: readonly (readonly string[])[];
            readonly texts: readonly string[];
        };
        /** @description Accept the open offer. */
        readonly AgreeCommand: {
            /** @constant */
            readonly do: "agree";
        };
        /** @description A learning aid that a viewer can show; *squares* and *solids* are ids. */
        readonly Aid: {
            readonly id: string;
            readonly label: string;
            /** @default [] */
            readonly solids: readonly string[];
            /** @default [] */
            readonly squares: readonly string[];
        };
        /** @description A position to analyse. */
        readonly AnalysisRequest: {
            readonly game: string;
            /** @default 1 */
            readonly lines?: number;
            /** @default 1000000000000 */
            readonly nodes?: number;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            /** @default 2 */
            readonly seconds?: number;
            readonly seed?: number | null;
            readonly turns?: readonly string[];
        };
        /** @description Take back the last action of the unfinished turn. */
        readonly BackCommand: {
            /** @constant */
            readonly do: "back";
        };
        /**
         * @description A board to set up by hand.
         *
         *     *draft* is that of the last answer, or any position text; without it the board is empty.
         *     *turn* sets the turn number; then the *edits* are applied.
         */
        readonly BoardDraft: {
            readonly draft?: string | null;
            readonly edits?: readonly string[];
            readonly game: string;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly turn?: number | null;
        };
        /** @description The time control: *seconds* per ``game``, with an *increment*, or per ``turn``. */
        readonly ClockModel: {
            /** @default 0 */
            readonly increment?: number;
            /** @enum {string} */
            readonly per: "game" | "turn";
            readonly seconds: number;
        };
        /** @description The clocks: the milliseconds *left* for each seat at time *at*; one may be *running*. */
        readonly ClockView: {
            readonly at: number;
            readonly increment: number;
            readonly left: {
                readonly [key: string]: number;
            };
            readonly per: string;
            readonly running: string | null;
            readonly seconds: number;
        };
        /** @description The result of a command; a repeat gets the same *version* and *events*. */
        readonly CommandAnswer: {
            readonly events: readonly components["schemas"]["EventView"][];
            readonly state: components["schemas"]["StateView"] | null;
            readonly version: number;
        };
        /** @description A command for the given *version*; a repeat with the same *request_id* has no effect. */
        readonly CommandRequest: {
            readonly command: components["schemas"]["ActionCommand"] | components["schemas"]["TurnCommand"] | components["schemas"]["BackCommand"] | components["schemas"]["UndoCommand"] | components["schemas"]["RedoCommand"] | components["schemas"]["ResignCommand"] | components["schemas"]["NamesCommand"] | components["schemas"]["SeatCommand"] | components["schemas"]["LeaveCommand"] | components["schemas"]["StartCommand"] | components["schemas"]["OfferCommand"] | components["schemas"]["AgreeCommand"] | components["schemas"]["DeclineCommand"] | components["schemas"]["AbortCommand"];
            readonly request_id: string;
            readonly version: number;
        };
        /** @description The game is at another version; *state* is its current state. */
        readonly ConflictProblem: {
            readonly code: string;
            readonly message: string;
            /** @default {} */
            readonly params?: {
                readonly [key: string]: string | number;
            };
            readonly rule?: string | null;
            readonly state?: components["schemas"]["StateView"] | null;
        };
        /**
         * @description A new game; *secret* is shown only here, and set as a cookie.
         *
         *     Each of the *tickets* lets one player take an open seat.
         */
        readonly CreatedGameView: {
            readonly id: string;
            readonly secret: string;
            readonly state: components["schemas"]["StateView"];
            readonly tickets: {
                readonly [key: string]: string;
            };
        };
        /** @description Decline the open offer, or withdraw one's own. */
        readonly DeclineCommand: {
            /** @constant */
            readonly do: "decline";
        };
        /** @description An edit to check on a board. */
        readonly EditQuestion: {
            readonly draft: string;
            readonly edit: string;
            readonly game: string;
        };
        /** @description An empty request. */
        readonly EmptyRequest: Record<string, never>;
        /**
         * @description The kind of an event.
         *
         *     ``action`` is one action of a turn; ``back`` takes the last action of an unfinished turn back;
         *     ``undo`` returns to the start of an earlier turn, and ``redo`` goes forward again; ``resign``,
         *     ``result``, ``abort`` and ``flag`` (out of time) end a game that the rules have not ended;
         *     ``names`` and ``seat`` change the players; ``join`` and ``leave`` concern players by link, and
         *     ``start`` starts the game when all seats are taken; ``offer``, ``agree`` and ``decline`` are
         *     about a draw or a takeback; ``credit`` returns time lost to a server outage; ``rematch`` names
         *     the next game.
         * @enum {string}
         */
        readonly EventKind: "action" | "back" | "undo" | "redo" | "resign" | "result" | "names" | "seat" | "join" | "leave" | "start" | "offer" | "agree" | "decline" | "abort" | "flag" | "credit" | "rematch";
        /** @description An event in a game; *number* is the version of the game after it. */
        readonly EventView: {
            readonly check: string;
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly kind: components["schemas"]["EventKind"];
            readonly number: number;
            readonly seat: string | null;
            readonly time: number;
        };
        /** @description A short description of a game, for lists; *own_seats* are those of the caller. */
        readonly GameSummaryView: {
            readonly created: number;
            readonly game: string;
            readonly id: string;
            readonly is_over: boolean;
            readonly own_seats: readonly string[];
            readonly seats: readonly components["schemas"]["SeatView"][];
            readonly title: string;
            readonly to_move: string | null;
            readonly turn: number;
            readonly version: number;
        };
        /**
         * @description A game that can be played: its players, credits and options.
         *
         *     *cover* is a position for a cover picture.
         */
        readonly GameView: {
            readonly about: string;
            readonly age: string;
            readonly author: string;
            readonly cover: string;
            readonly has_engine: boolean;
            readonly id: string;
            readonly minutes: string;
            readonly options: readonly components["schemas"]["OptionView"][];
            readonly players: string;
            readonly publisher: string;
            readonly rules_version: number;
            readonly seats: readonly components["schemas"]["SeatTitle"][];
            readonly title: string;
            readonly year: string;
        };
        /** @description The engine's choice: the turn, its first action, and the expected shares. */
        readonly Hint: {
            readonly action: string;
            readonly description: string;
            readonly picks: readonly string[];
            readonly shares: {
                readonly [key: string]: number;
            };
            readonly turn: string;
        };
        /** @description The seat that was joined, with its key; null if the ticket was the creator's. */
        readonly JoinAnswer: {
            readonly seat: string | null;
            readonly secret: string;
            readonly state: components["schemas"]["StateView"];
        };
        /** @description A ticket to exchange; a repeat with the same *request_id* gets the same key. */
        readonly JoinRequest: {
            /**
             * @default person
             * @enum {string}
             */
            readonly as?: "person" | "bot";
            /** @default  */
            readonly name?: string;
            readonly request_id?: string | null;
            readonly ticket: string;
        };
        /** @description Leave a seat joined by link; another player may then take it. */
        readonly LeaveCommand: {
            /** @constant */
            readonly do: "leave";
            readonly seat?: string | null;
        };
        /** @description Whether an action is legal, and the reason if it is not. */
        readonly LegalityView: {
            readonly action: string;
            readonly is_legal: boolean;
            readonly problem: components["schemas"]["Problem"] | null;
        };
        /** @description The first lesson of a game; it has no steps if the game has no lesson. */
        readonly Lesson: {
            readonly game: string;
            readonly steps: readonly components["schemas"]["LessonStep"][];
            readonly title: string;
        };
        /** @description The actions of a learner in a step so far, from its start. */
        readonly LessonAttempt: {
            readonly actions?: readonly string[];
            readonly game: string;
            readonly step: string;
        };
        /**
         * @description The outcome of a try.
         *
         *     *played* are the accepted actions, *view* is the position after them with the possible
         *     actions. *why* explains what is wrong with the last action, with the *rule* that forbids it;
         *     *said* is the closing text of a completed step.
         */
        readonly LessonResult: {
            /** @enum {string} */
            readonly outcome: "going" | "done" | "wrong";
            readonly played: readonly string[];
            readonly rule: string | null;
            readonly said: string;
            readonly view: components["schemas"]["PositionView"];
            readonly why: string;
        };
        /**
         * @description A step: its task, the rule it is about, and one way to solve it (*show*).
         *
         *     *kind* is what the learner has to do: play something (``plays``), win (``wins``), point at a
         *     square (``points``), or try what the rules forbid (``refused``).
         */
        readonly LessonStep: {
            readonly hint: string;
            readonly id: string;
            /** @enum {string} */
            readonly kind: "plays" | "wins" | "points" | "refused";
            readonly rule: string;
            readonly show: readonly string[];
            readonly task: string;
            readonly title: string;
        };
        /** @description A sequence of turns; *comment* stands before the first. */
        readonly "LineData-Input": {
            /** @default  */
            readonly comment?: string;
            readonly turns: readonly components["schemas"]["TurnData-Input"][];
        };
        /** @description A sequence of turns; *comment* stands before the first. */
        readonly "LineData-Output": {
            /** @default  */
            readonly comment: string;
            readonly turns: readonly components["schemas"]["TurnData-Output"][];
        };
        /** @description A list. */
        readonly ListBlock: {
            readonly items: readonly components["schemas"]["Paragraph"][];
            /**
             * @default list
             * @constant
             */
            readonly kind: "list";
        };
        /** @description Set the names of players. */
        readonly NamesCommand: {
            /** @constant */
            readonly do: "names";
            readonly names: {
                readonly [key: string]: string;
            };
        };
        /** @description A game to create, from options and a seed, from a position, or from a record. */
        readonly NewGameRequest: {
            readonly absence?: components["schemas"]["AbsenceModel"] | null;
            readonly clock?: components["schemas"]["ClockModel"] | null;
            readonly game?: string | null;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            readonly record?: string | null;
            readonly seats?: {
                readonly [key: string]: components["schemas"]["PlayerModel"];
            };
            readonly seed?: number | null;
        };
        /** @description Offer a draw (in games with points: to end and count), or a takeback. */
        readonly OfferCommand: {
            /** @constant */
            readonly do: "offer";
            /** @default 1 */
            readonly turns?: number;
            /** @enum {string} */
            readonly what: "draw" | "takeback";
        };
        /** @description An offer of *seat*, a ``draw`` or ``takeback``, with the seats still *waiting* to answer. */
        readonly OfferView: {
            readonly agreed: readonly string[];
            readonly seat: string;
            readonly turns: number;
            readonly waiting: readonly string[];
            readonly what: string;
        };
        /**
         * @description An option of a game; without *values* it is a text that the game checks.
         *
         *     Such a text has at least *fewest* of the *letters*, in any order. *label* is the title of the
         *     option, *labels* are the titles of its values or letters. An option excludes the one that
         *     it *replaces*.
         */
        readonly OptionView: {
            readonly default: string | null;
            readonly fewest: number;
            readonly help: string;
            readonly label: string;
            readonly labels: {
                readonly [key: string]: string;
            };
            readonly letters: readonly string[] | null;
            readonly name: string;
            readonly replaces: string | null;
            readonly values: readonly string[] | null;
        };
        /** @description Games of a browser, the latest first; *next* continues the list, unless it ends here. */
        readonly OwnGames: {
            readonly ids: readonly string[];
            readonly next: string | null;
        };
        /** @description A paragraph; *rule* is the id of the rule that it states, if any. */
        readonly Paragraph: {
            /**
             * @default paragraph
             * @constant
             */
            readonly kind: "paragraph";
            readonly rule: string | null;
            readonly spans: readonly components["schemas"]["Span"][];
        };
        /** @description A picture with its caption; width and height let a page reserve the space. */
        readonly PictureBlock: {
            readonly caption: string;
            readonly height: number;
            /**
             * @default picture
             * @constant
             */
            readonly kind: "picture";
            readonly name: string;
            readonly width: number;
        };
        /** @description The player of a seat: a person ``here``, an ``engine`` of a level, or ``open`` for a link. */
        readonly PlayerModel: {
            /**
             * @default here
             * @enum {string}
             */
            readonly kind?: "here" | "engine" | "open";
            readonly level?: number | null;
            /** @default  */
            readonly name?: string;
        };
        /**
         * @description A position: a position text or the start of a game, and the *turns* played from there.
         *
         *     The last turn may be unfinished. Repetition and other history follow from the turns.
         */
        readonly PositionRequest: {
            readonly game: string;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            readonly seed?: number | null;
            readonly turns?: readonly string[];
        };
        /** @description A position outside any game. */
        readonly PositionView: {
            readonly actions: components["schemas"]["ActionsView"];
            readonly check: string;
            readonly game: string;
            readonly position: string;
            readonly result: components["schemas"]["ResultView"] | null;
            readonly scene: components["schemas"]["Scene"];
            readonly to_move: string | null;
            readonly turn: number;
        };
        /** @description Players or spectators came or went: the seats that are connected, and the spectators. */
        readonly PresenceNote: {
            /** @constant */
            readonly kind: "presence";
            readonly present: readonly string[];
            readonly watchers: number;
        };
        /** @description A scene, and the path of the last action as points of x, y and level. */
        readonly Preview: {
            readonly scene: components["schemas"]["Scene"];
            readonly way: readonly (readonly [
                number,
                number,
                number
            ])[];
        };
        /** @description Why a request was refused; *params* are the parameters of the message. */
        readonly Problem: {
            readonly code: string;
            readonly message: string;
            /** @default {} */
            readonly params: {
                readonly [key: string]: string | number;
            };
            readonly rule: string | null;
        };
        /** @description A player sent a reaction; a server of a newer version may know others than this one. */
        readonly ReactionNote: {
            /** @constant */
            readonly kind: "reaction";
            readonly reaction: string;
            readonly seat: string;
        };
        /** @description A reaction from one of the caller's seats. */
        readonly ReactionRequest: {
            /** @enum {string} */
            readonly reaction: "hello" | "good-luck" | "well-played" | "thanks" | "wow" | "oops" | "thinking" | "goodbye";
            readonly seat?: string | null;
        };
        /** @description A record as data: the JSON twin of the text. */
        readonly "RecordData-Input": {
            /** @default  */
            readonly comment?: string;
            readonly game: string;
            readonly headers?: {
                readonly [key: string]: string;
            };
            readonly options?: {
                readonly [key: string]: string;
            };
            readonly result?: components["schemas"]["ResultData"] | null;
            readonly rules?: number | null;
            readonly seed?: number | null;
            readonly start?: string | null;
            /** @default 1 */
            readonly tretorri?: number;
            readonly turns: readonly components["schemas"]["TurnData-Input"][];
        };
        /** @description A record as data: the JSON twin of the text. */
        readonly "RecordData-Output": {
            /** @default  */
            readonly comment: string;
            readonly game: string;
            readonly headers: {
                readonly [key: string]: string;
            };
            readonly options: {
                readonly [key: string]: string;
            };
            readonly result: components["schemas"]["ResultData"] | null;
            readonly rules: number | null;
            readonly seed: number | null;
            readonly start: string | null;
            /** @default 1 */
            readonly tretorri: number;
            readonly turns: readonly components["schemas"]["TurnData-Output"][];
        };
        /** @description A record as text or JSON; the text may be in any layout. */
        readonly RecordRequest: {
            readonly record?: components["schemas"]["RecordData-Input"] | null;
            readonly text?: string | null;
        };
        /** @description A record in both forms, and the position text of its start. */
        readonly RecordView: {
            readonly record: components["schemas"]["RecordData-Output"];
            readonly start: string;
            readonly text: string;
        };
        /** @description Play again what was undone. */
        readonly RedoCommand: {
            /** @constant */
            readonly do: "redo";
            /** @default 1 */
            readonly turns?: number;
        };
        /** @description The next game, and the caller's seats in it. */
        readonly Rematch: {
            readonly id: string;
            readonly seats: readonly string[];
        };
        /** @description The answer to a request over a WebSocket. */
        readonly Reply: {
            readonly answer: components["schemas"]["CommandAnswer"] | null;
            /** @enum {string} */
            readonly kind: "answer" | "problem";
            readonly problem: components["schemas"]["Problem"] | null;
            readonly request_id: string | null;
        };
        /**
         * @description Identical pieces not yet in play; *id* is the pick that takes one.
         *
         *     *mark* is a symbol carved on them.
         */
        readonly Reserve: {
            readonly colour: string;
            readonly count: number;
            readonly id: string;
            readonly label: string;
            readonly mark: string | null;
            readonly owner: string;
            /** @enum {string} */
            readonly shape: "slab" | "counter" | "block" | "stair" | "tower" | "pawn" | "lord";
            readonly size: readonly [
                number,
                number,
                number
            ];
        };
        /** @description Resign for the seat to move, or for another seat of the caller. */
        readonly ResignCommand: {
            /** @constant */
            readonly do: "resign";
            readonly seat?: string | null;
        };
        /** @description The winners, and the rule or agreement that ended the game. */
        readonly ResultData: {
            readonly reason: string;
            readonly winners: readonly string[];
        };
        /** @description How a game ended: *reason* is a rule or an agreement, *rule* is set only for a rule. */
        readonly ResultView: {
            readonly reason: string;
            readonly rule: string | null;
            readonly scores: {
                readonly [key: string]: unknown;
            } | null;
            readonly sentence: string;
            readonly winners: readonly string[];
        };
        /** @description A record to review; variations are ignored. */
        readonly ReviewRequest: {
            /** @default 20000 */
            readonly nodes?: number;
            readonly record?: components["schemas"]["RecordData-Input"] | null;
            readonly text?: string | null;
        };
        /**
         * @description What the caller may do in a game; a caller without a seat is a spectator.
         *
         *     *now* is the server time in milliseconds since 1970, which all clocks use.
         */
        readonly RightsView: {
            readonly creator: boolean;
            readonly now: number;
            readonly seats: readonly string[];
        };
        /** @description The rulebook of a game in one language. */
        readonly Rulebook: {
            readonly game: string;
            readonly language: string;
            readonly sections: readonly components["schemas"]["Section"][];
            readonly title: string;
        };
        /**
         * @description Everything to draw for one position.
         *
         *     *buttons* gives the label of every pick that is neither a square, a solid nor a reserve.
         *     *prompt* says whose turn it is and what remains to be done, or how the game ended. *aids* are
         *     drawn on request; a game lists the same ones in every position. *language* is the language of
         *     all labels, names and prompts.
         */
        readonly Scene: {
            /** @default [] */
            readonly aids: readonly components["schemas"]["Aid"][];
            readonly buttons: {
                readonly [key: string]: string;
            };
            readonly columns: number;
            readonly game: string;
            /** @default en */
            readonly language: string;
            readonly level: number;
            /** @default [] */
            readonly marked: readonly string[];
            readonly prompt: string;
            /** @default [] */
            readonly reserves: readonly components["schemas"]["Reserve"][];
            readonly rows: number;
            readonly seats: readonly components["schemas"]["SceneSeat"][];
            readonly solids: readonly components["schemas"]["Solid"][];
            readonly squares: readonly components["schemas"]["Square"][];
        };
        /** @description A player's seat: *name*, *score* and *status* are short texts for display. */
        readonly SceneSeat: {
            readonly colour: string;
            readonly id: string;
            readonly name: string;
            /** @default  */
            readonly score: string;
            /** @default  */
            readonly status: string;
            readonly to_move: boolean;
            readonly winner: boolean;
        };
        /** @description Assign a seat to a person here or to an engine. */
        readonly SeatCommand: {
            /** @constant */
            readonly do: "seat";
            readonly player: components["schemas"]["PlayerModel"];
            readonly seat: string;
        };
        /** @description A seat of a game with default options: its id, name and colour role. */
        readonly SeatTitle: {
            readonly colour: string;
            readonly id: string;
            readonly name: string;
        };
        /** @description A seat: its title, its player, and whether an engine is thinking for it. */
        readonly SeatView: {
            readonly id: string;
            readonly is_thinking: boolean;
            readonly kind: string;
            readonly level: number | null;
            readonly name: string;
            readonly title: string;
        };
        /** @description A section of a rulebook; *id* is its anchor, *rules* are the ids of its rules. */
        readonly Section: {
            readonly blocks: readonly (components["schemas"]["Paragraph"] | components["schemas"]["ListBlock"] | components["schemas"]["TableBlock"] | components["schemas"]["PictureBlock"])[];
            readonly id: string;
            readonly level: number;
            readonly rules: readonly string[];
            readonly title: string;
        };
        /**
         * @description The server: its version, its languages and a note on who owns the games.
         *
         *     *levels* are the names of the engine's levels, level 1 first; *is_secure* tells whether the
         *     caller uses https.
         */
        readonly ServerInfo: {
            readonly is_secure: boolean;
            readonly languages: readonly string[];
            readonly levels: readonly string[];
            readonly not_affiliated: string;
            readonly version: string;
        };
        /** @description A board being set up; *position* is its text if it is valid, else *problem* says why not. */
        readonly SetUpView: {
            readonly actions: components["schemas"]["ActionsView"];
            readonly draft: string;
            readonly game: string;
            readonly options: {
                readonly [key: string]: string;
            };
            readonly position: string | null;
            readonly problem: components["schemas"]["Problem"] | null;
            readonly scene: components["schemas"]["Scene"];
            readonly to_move: string;
            readonly turn: number;
        };
        /** @description A message of the server over a WebSocket. */
        readonly SocketMessage: components["schemas"]["Update"] | components["schemas"]["Reply"];
        /**
         * @description A piece on the board.
         *
         *     It fills the box from (*x*, *y*) on level *z*, *size* squares to the east, to the north and
         *     levels up. A ``stair`` climbs towards *facing*; ``inverted``, it lies upside down on the slope
         *     of another stair that climbs towards *facing*. *colour* is a colour role such as ``dark`` or
         *     ``violet``; *mark* is a symbol carved on it; *owner* is the seat it belongs to, if any.
         */
        readonly Solid: {
            readonly colour: string;
            readonly facing: ("n" | "e" | "s" | "w") | null;
            readonly id: string;
            /** @default false */
            readonly inverted: boolean;
            readonly label: string;
            readonly mark: string | null;
            readonly owner: string | null;
            /** @enum {string} */
            readonly shape: "slab" | "counter" | "block" | "stair" | "tower" | "pawn" | "lord";
            /**
             * @default [
             *       1,
             *       1,
             *       1
             *     ]
             */
            readonly size: readonly [
                number,
                number,
                number
            ];
            readonly x: number;
            readonly y: number;
            readonly z: number;
        };
        /** @description A piece of text; one of kind ``rule`` refers to a rule of this rulebook. */
        readonly Span: {
            /** @enum {string} */
            readonly kind: "text" | "strong" | "emphasis" | "code" | "rule";
            readonly text: string;
        };
        /**
         * @description A place on the ground.
         *
         *     *role* says how to draw it: ``field`` (Volterra's bare table under the towers), ``plain``,
         *     ``street``, ``site`` (a symbol space, whose *mark* is the symbol) or ``foundation`` (a square
         *     marked by *colour*). *group* joins the squares of a district. *text* is the contents in a few
         *     characters, for text boards, and *label* the same in words, layer by layer.
         */
        readonly Square: {
            readonly colour: string | null;
            readonly group: string | null;
            readonly id: string;
            readonly label: string;
            readonly mark: string | null;
            readonly role: string;
            /** @default  */
            readonly text: string;
            readonly x: number;
            readonly y: number;
        };
        /** @description Fill the open seats with engines of this level and start the game. */
        readonly StartCommand: {
            /** @constant */
            readonly do: "start";
            readonly level: number;
        };
        /**
         * @description The state of a game; *begun* are the actions of the unfinished turn.
         *
         *     Until it *is_started*, seats are open and no turn can be played. *draw_means* tells whether an
         *     agreed end is a ``draw`` or a ``count`` of points. *rematch* is the id of the next game.
         */
        readonly StateView: {
            readonly absence: components["schemas"]["AbsenceView"] | null;
            readonly actions: components["schemas"]["ActionsView"];
            readonly begun: readonly string[];
            readonly can_abort: boolean;
            readonly can_offer_draw: boolean;
            readonly can_offer_takeback: boolean;
            readonly can_redo: boolean;
            readonly can_step_back: boolean;
            readonly can_undo: boolean;
            readonly check: string;
            readonly clock: components["schemas"]["ClockView"] | null;
            readonly created: number;
            /** @enum {string} */
            readonly draw_means: "draw" | "count";
            readonly game: string;
            readonly id: string;
            readonly is_over: boolean;
            readonly is_started: boolean;
            readonly language: string;
            readonly offer: components["schemas"]["OfferView"] | null;
            readonly options: {
                readonly [key: string]: string;
            };
            readonly position: string;
            readonly rematch: string | null;
            readonly result: components["schemas"]["ResultView"] | null;
            readonly scene: components["schemas"]["Scene"];
            readonly seats: readonly components["schemas"]["SeatView"][];
            readonly title: string;
            readonly to_move: string | null;
            readonly turn: number;
            readonly turns: readonly components["schemas"]["TurnView"][];
            readonly version: number;
        };
        /** @description A table with its column headings and its rows of cells. */
        readonly TableBlock: {
            readonly head: readonly (readonly components["schemas"]["Span"][])[];
            /**
             * @default table
             * @constant
             */
            readonly kind: "table";
            readonly rows: readonly (readonly (readonly components["schemas"]["Span"][])[])[];
        };
        /** @description A ticket for the fragment of a link; it can be used once. */
        readonly Ticket: {
            readonly seat: string | null;
            readonly ticket: string;
        };
        /** @description A ticket to issue: to ``join`` an open seat, for another ``device``, or for ``handover``. */
        readonly TicketRequest: {
            /** @enum {string} */
            readonly for: "join" | "device" | "handover";
            readonly seat?: string | null;
        };
        /** @description Play a whole turn, or the rest of an unfinished one. */
        readonly TurnCommand: {
            /** @constant */
            readonly do: "turn";
            readonly turn: string;
        };
        /** @description A turn with its annotations; *variations* are alternatives to it. */
        readonly "TurnData-Input": {
            readonly clock?: number | null;
            /** @default  */
            readonly comment?: string;
            /** @default  */
            readonly mark?: string;
            readonly text: string;
            readonly turn: number;
            readonly variations?: readonly components["schemas"]["LineData-Input"][];
        };
        /** @description A turn with its annotations; *variations* are alternatives to it. */
        readonly "TurnData-Output": {
            readonly clock: number | null;
            /** @default  */
            readonly comment: string;
            /** @default  */
            readonly mark: string;
            readonly text: string;
            readonly turn: number;
            readonly variations: readonly components["schemas"]["LineData-Output"][];
        };
        /** @description A finished turn. */
        readonly TurnView: {
            readonly seat: string;
            readonly text: string;
            readonly turn: number;
        };
        /** @description Return to the start of the last turn played by a person, over any engine turns. */
        readonly UndoCommand: {
            /** @constant */
            readonly do: "undo";
            /** @default 1 */
            readonly turns?: number;
        };
        /**
         * @description An update about a game.
         *
         *     Its *kind* is ``events`` (what happened after the client's version), ``snapshot`` (the whole
         *     state, for a client that is far behind), ``ping`` (only the version) or ``note`` (something
         *     that is not stored, such as a reaction or a player connecting). *present* lists the seats
         *     whose players are connected, *watchers* counts the other viewers, and *now* is the server
         *     time in milliseconds since 1970.
         */
        readonly Update: {
            readonly events: readonly components["schemas"]["EventView"][];
            /** @enum {string} */
            readonly kind: "events" | "snapshot" | "ping" | "note";
            readonly note: (components["schemas"]["PresenceNote"] | components["schemas"]["ReactionNote"]) | null;
            readonly now: number;
            readonly present: readonly string[];
            readonly state: components["schemas"]["StateView"] | null;
            readonly version: number;
            /** @default 0 */
            readonly watchers: number;
        };
        /** @description The address to notify when *seat* is to move; a null *url* removes the webhook. */
        readonly WebhookRequest: {
            readonly seat: string;
            readonly url: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
