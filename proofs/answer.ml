(* Answers each line of standard input by what Coq extracted into proved.ml.
   R v v v ...            a row: its value by the stack, and by records; what its left and its right end cost; a line of
                          best play, without its last card; the urgencies of its left ends, and of its right ends
   B R v v / P v v ...    a board of rows and piles, read from the top: its value; what each end costs; a line of best play *)
open Proved

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))
let rec of_positive = function XH -> 1 | XO p -> 2 * of_positive p | XI p -> 2 * of_positive p + 1
let int = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> - of_positive p

(* Cards are whole numbers here. *)
let solve row = solve integers row
let records row = records integers row
let line row = line integers row
let oracle row = oracle integers row
let solve_board board = solve_board integers board
let take board i side = take integers board i side
let board_line board = board_line integers board

let numbers words = List.map (fun word -> z (int_of_string word)) words
let text values = String.concat " " (List.map (fun value -> string_of_int (int value)) values)

let letter = function Left -> 'L' | Right -> 'R'
let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec number = function O -> 0 | S n -> 1 + number n

let answer_row row =
  let value = int (solve row) in
  let loss v rest = value - (int v - int (solve rest)) in
  let mirrored = List.rev row in
  let losses = [ loss (List.hd row) (List.tl row); loss (List.hd mirrored) (List.rev (List.tl mirrored)) ] in
  let sides = List.map letter (line row) in
  let sides = List.filteri (fun k _ -> k < List.length row - 1) sides in
  let left, right = oracle row in
  Printf.printf "%d;%d;%s;%s;%s;%s\n" value (int (records row))
    (String.concat " " (List.map string_of_int losses))
    (String.of_seq (List.to_seq sides)) (text left) (text right)

let part text =
  match String.split_on_char ' ' (String.trim text) with
  | "R" :: words -> Row (numbers words)
  | "P" :: words -> Pile (numbers words)
  | _ -> failwith text

let answer_board board =
  let value = int (solve_board board) in
  let end_at (i, side) = Printf.sprintf "%d%c" i (letter side) in
  let ends i part =
    match part with
    | Row (_ :: _ :: _) -> [ (i, Left); (i, Right) ]
    | Row cards | Pile cards -> if cards = [] then [] else [ (i, Left) ] in
  let loss (i, side) =
    let v, rest = Option.get (take board (nat i) side) in
    Printf.sprintf "%s %d" (end_at (i, side)) (value - (int v - int (solve_board rest))) in
  let moves = List.map (fun (i, side) -> end_at (number i, side)) (board_line board) in
  Printf.printf "%d;%s;%s\n" value
    (String.concat " " (List.map loss (List.concat (List.mapi ends board))))
    (String.concat " " moves)

let () =
  try
    while true do
      let asked = input_line stdin in
      let rest = String.sub asked 2 (String.length asked - 2) in
      if asked.[0] = 'R' then answer_row (numbers (String.split_on_char ' ' rest))
      else answer_board (List.map part (String.split_on_char '/' rest))
    done
  with End_of_file -> ()
