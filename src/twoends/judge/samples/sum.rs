fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!("{}", text.split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum::<i64>());
}
