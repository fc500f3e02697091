// What the server sends and takes. Generated from its OpenAPI document by `make api-types`:
// change the models of the server, not this file.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Abort a game whose first turn is not finished. */
        readonly Abort: {
            /** @constant */
            readonly do: "abort";
        };
        /**
         * @description The server: its version, its languages and a note on who owns the games.
         *
         *     *levels* are the names of the engine's levels, level 1 first; *is_secure* tells whether the
         *     caller uses https.
         */
        readonly About: {
            readonly is_secure: boolean;
            readonly languages: readonly string[];
            readonly levels: readonly string[];
            readonly not_affiliated: string;
            readonly version: string;
        };
        /** @description What happens (``engine`` or ``end``), and when, if the seat to move stays away. */
        readonly AbsenceView: {
            readonly at: number | null;
            readonly seconds: number;
            readonly then: string;
        };
        /** @description Play one action. */
        readonly Action: {
            readonly action: string;
            /** @constant */
            readonly do: "action";
        };
        /**
         * @description The legal actions in columns: the nth of each list belongs to the nth action.
         *
         *     *texts* is the notation, *picks* what to click in order, *descriptions* the same in words.
         */
        readonly Actions: {
            readonly descriptions: readonly string[];
            readonly picks: readonly (readonly string[])[];
            readonly texts: readonly string[];
        };
        /** @description Accept the open offer. */
        readonly Agree: {
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
        /** @description The result of a command; a repeat gets the same *version* and *events*. */
        readonly Answered: {
            readonly events: readonly components["schemas"]["EventView"][];
            readonly state: components["schemas"]["State"] | null;
            readonly version: number;
        };
        /** @description Take back the last action of the unfinished turn. */
        readonly Back: {
            /** @constant */
            readonly do: "back";
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
        /** @description The game is at another version; *state* is its current state. */
        readonly ConflictProblem: {
            readonly code: string;
            readonly message: string;
            /** @default {} */
            readonly params?: {
                readonly [key: string]: string | number;
            };
            readonly rule?: string | null;
            readonly state?: components["schemas"]["State"] | null;
        };
        /**
         * @description A new game; *secret* is shown only here, and set as a cookie.
         *
         *     Each of the *tickets* lets one player take an open seat.
         */
        readonly Created: {
            readonly id: string;
            readonly secret: string;
            readonly state: components["schemas"]["State"];
            readonly tickets: {
                readonly [key: string]: string;
            };
        };
        /** @description Decline the open offer, or withdraw one's own. */
        readonly Decline: {
            /** @constant */
            readonly do: "decline";
        };
        /** @description An edit to check on a board. */
        readonly Doubt: {
            readonly draft: string;
            readonly edit: string;
            readonly game: string;
        };
        /**
         * @description A board to set up by hand.
         *
         *     *draft* is that of the last answer, or any position text; without it the board is empty.
         *     *turn* sets the turn number; then the *edits* are applied.
         */
        readonly Drafted: {
            readonly draft?: string | null;
            readonly edits?: readonly string[];
            readonly game: string;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly turn?: number | null;
        };
        /** @description An event in a game; *number* is the version of the game after it. */
        readonly EventView: {
            readonly check: string;
            readonly data: {
                readonly [key: string]: unknown;
            };
            readonly kind: components["schemas"]["Kind"];
            readonly number: number;
            readonly seat: string | null;
            readonly time: number;
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
        /** @description A list. */
        readonly Items: {
            readonly items: readonly components["schemas"]["Paragraph"][];
            /**
             * @default list
             * @constant
             */
            readonly kind: "list";
        };
        /** @description The seat that was joined, with its key; null if the ticket was the creator's. */
        readonly Joined: {
            readonly seat: string | null;
            readonly secret: string;
            readonly state: components["schemas"]["State"];
        };
        /** @description A ticket to exchange; a repeat with the same *request_id* gets the same key. */
        readonly Joining: {
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
        readonly Kind: "action" | "back" | "undo" | "redo" | "resign" | "result" | "names" | "seat" | "join" | "leave" | "start" | "offer" | "agree" | "decline" | "abort" | "flag" | "credit" | "rematch";
        /** @description Leave a seat joined by link; another player may then take it. */
        readonly Leave: {
            /** @constant */
            readonly do: "leave";
            readonly seat?: string | null;
        };
        /** @description The first lesson of a game; it has no steps if the game has no lesson. */
        readonly Lesson: {
            readonly game: string;
            readonly steps: readonly components["schemas"]["LessonStep"][];
            readonly title: string;
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
        /** @description Set the names of players. */
        readonly Names: {
            /** @constant */
            readonly do: "names";
            readonly names: {
                readonly [key: string]: string;
            };
        };
        /** @description A game to create, from options and a seed, from a position, or from a record. */
        readonly NewGame: {
            readonly absence?: components["schemas"]["SentAbsence"] | null;
            readonly clock?: components["schemas"]["SentClock"] | null;
            readonly game?: string | null;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            readonly record?: string | null;
            readonly seats?: {
                readonly [key: string]: components["schemas"]["SentPlayer"];
            };
            readonly seed?: number | null;
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
        readonly News: {
            readonly events: readonly components["schemas"]["EventView"][];
            /** @enum {string} */
            readonly kind: "events" | "snapshot" | "ping" | "note";
            readonly note: (components["schemas"]["PresenceNote"] | components["schemas"]["ReactionNote"]) | null;
            readonly now: number;
            readonly present: readonly string[];
            readonly state: components["schemas"]["State"] | null;
            readonly version: number;
            /** @default 0 */
            readonly watchers: number;
        };
        /** @description An empty request. */
        readonly Nothing: Record<string, never>;
        /** @description Offer a draw (in games with points: to end and count), or a takeback. */
        readonly Offer: {
            /** @constant */
            readonly do: "offer";
            /** @default 1 */
            readonly turns?: number;
            /** @enum {string} */
            readonly what: "draw" | "takeback";
        };
        /** @description An offer of *seat*, a ``draw`` or a ``takeback``: who agreed, who has yet to answer. */
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
        readonly Picture: {
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
        /** @description A position outside any game. */
        readonly PositionView: {
            readonly actions: components["schemas"]["Actions"];
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
        /** @description An action to check in a position. */
        readonly Question: {
            readonly action: string;
            readonly game: string;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            readonly seed?: number | null;
            readonly turns?: readonly string[];
        };
        /** @description A reaction from one of the caller's seats. */
        readonly Reacting: {
            /** @enum {string} */
            readonly reaction: "hello" | "good-luck" | "well-played" | "thanks" | "wow" | "oops" | "thinking" | "goodbye";
            readonly seat?: string | null;
        };
        /** @description A player sent a reaction; a server of a newer version may know others than this one. */
        readonly ReactionNote: {
            /** @constant */
            readonly kind: "reaction";
            readonly reaction: string;
            readonly seat: string;
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
        /** @description Play again what was undone. */
        readonly Redo: {
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
            readonly answer: components["schemas"]["Answered"] | null;
            /** @enum {string} */
            readonly kind: "answer" | "problem";
            readonly problem: components["schemas"]["Problem"] | null;
            readonly request_id: string | null;
        };
        /** @description A command for the given *version*; a repeat with the same *request_id* has no effect. */
        readonly Request: {
            readonly command: components["schemas"]["Action"] | components["schemas"]["Turn"] | components["schemas"]["Back"] | components["schemas"]["Undo"] | components["schemas"]["Redo"] | components["schemas"]["Resign"] | components["schemas"]["Names"] | components["schemas"]["Seat-Input"] | components["schemas"]["Leave"] | components["schemas"]["Start"] | components["schemas"]["Offer"] | components["schemas"]["Agree"] | components["schemas"]["Decline"] | components["schemas"]["Abort"];
            readonly request_id: string;
            readonly version: number;
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
        readonly Resign: {
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
        readonly Reviewed: {
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
            readonly seats: readonly components["schemas"]["Seat-Output"][];
            readonly solids: readonly components["schemas"]["Solid"][];
            readonly squares: readonly components["schemas"]["Square"][];
        };
        /** @description Assign a seat to a person here or to an engine. */
        readonly "Seat-Input": {
            /** @constant */
            readonly do: "seat";
            readonly player: components["schemas"]["SentPlayer"];
            readonly seat: string;
        };
        /** @description A player's seat: *name*, *score* and *status* are short texts for display. */
        readonly "Seat-Output": {
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
            readonly blocks: readonly (components["schemas"]["Paragraph"] | components["schemas"]["Items"] | components["schemas"]["Table"] | components["schemas"]["Picture"])[];
            readonly id: string;
            readonly level: number;
            readonly rules: readonly string[];
            readonly title: string;
        };
        /** @description What happens when a player stays away this long: ``engine`` takes over, or ``end``. */
        readonly SentAbsence: {
            readonly seconds: number;
            /** @enum {string} */
            readonly then: "engine" | "end";
        };
        /** @description The time control: *seconds* per ``game``, with an *increment*, or per ``turn``. */
        readonly SentClock: {
            /** @default 0 */
            readonly increment?: number;
            /** @enum {string} */
            readonly per: "game" | "turn";
            readonly seconds: number;
        };
        /** @description Who plays a seat: a person ``here``, an ``engine`` of some level, or ``open`` for a link. */
        readonly SentPlayer: {
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
        readonly Setting: {
            readonly game: string;
            readonly options?: {
                readonly [key: string]: string | number;
            };
            readonly position?: string | null;
            readonly seed?: number | null;
            readonly turns?: readonly string[];
        };
        /** @description A board being set up; *position* is its text if it is valid, else *problem* says why not. */
        readonly SetUpView: {
            readonly actions: components["schemas"]["Actions"];
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
        /** @description A record as text or JSON; the text may be in any layout. */
        readonly Sheet: {
            readonly record?: components["schemas"]["RecordData-Input"] | null;
            readonly text?: string | null;
        };
        /** @description A record in both forms, and the position text of its start. */
        readonly SheetView: {
            readonly record: components["schemas"]["RecordData-Output"];
            readonly start: string;
            readonly text: string;
        };
        /** @description A message of the server over a WebSocket. */
        readonly SocketMessage: components["schemas"]["News"] | components["schemas"]["Reply"];
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
        readonly Start: {
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
        readonly State: {
            readonly absence: components["schemas"]["AbsenceView"] | null;
            readonly actions: components["schemas"]["Actions"];
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
        /** @description A position to analyse. */
        readonly Study: {
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
        /** @description A short description of a game, for lists; *own_seats* are those of the caller. */
        readonly Summary: {
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
        /** @description A table with its column headings and its rows of cells. */
        readonly Table: {
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
        readonly TicketWish: {
            /** @enum {string} */
            readonly for: "join" | "device" | "handover";
            readonly seat?: string | null;
        };
        /**
         * @description The outcome of a try.
         *
         *     *played* are the accepted actions, *view* is the position after them with the possible
         *     actions. *why* explains what is wrong with the last action, with the *rule* that forbids it;
         *     *said* is the closing text of a completed step.
         */
        readonly Tried: {
            /** @enum {string} */
            readonly outcome: "going" | "done" | "wrong";
            readonly played: readonly string[];
            readonly rule: string | null;
            readonly said: string;
            readonly view: components["schemas"]["PositionView"];
            readonly why: string;
        };
        /** @description The actions of a learner in a step so far, from its start. */
        readonly Try: {
            readonly actions?: readonly string[];
            readonly game: string;
            readonly step: string;
        };
        /** @description Play a whole turn, or the rest of an unfinished one. */
        readonly Turn: {
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
        readonly Undo: {
            /** @constant */
            readonly do: "undo";
            /** @default 1 */
            readonly turns?: number;
        };
        /** @description The address to notify when *seat* is to move; a null *url* removes the webhook. */
        readonly WebhookWish: {
            readonly seat: string;
            readonly url: string | null;
        };
        /** @description Whether an action is legal, and the reason if it is not. */
        readonly Why: {
            readonly action: string;
            readonly is_legal: boolean;
            readonly problem: components["schemas"]["Problem"] | null;
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
