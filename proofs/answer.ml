(* Answers each line of standard input by what Coq extracted into proved.ml.
   R v v v ...            a row: its value by the stack, and by records; what its left and its right end cost; a line of
                          best play, without its last card; the urgencies of its left ends, and of its right ends
   B R v v / P v v ...    a board of rows and piles, read from the top: its value *)
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

let numbers words = List.map (fun word -> z (int_of_string word)) words
let text values = String.concat " " (List.map (fun value -> string_of_int (int value)) values)

let answer_row row =
  let value = int (solve row) in
  let loss v rest = value - (int v - int (solve rest)) in
  let mirrored = List.rev row in
  let losses = [ loss (List.hd row) (List.tl row); loss (List.hd mirrored) (List.rev (List.tl mirrored)) ] in
  let sides = List.map (function Left -> 'L' | Right -> 'R') (line row) in
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

let () =
  try
    while true do
      let asked = input_line stdin in
      let rest = String.sub asked 2 (String.length asked - 2) in
      if asked.[0] = 'R' then answer_row (numbers (String.split_on_char ' ' rest))
      else Printf.printf "%d\n" (int (solve_board (List.map part (String.split_on_char '/' rest))))
    done
  with End_of_file -> ()
